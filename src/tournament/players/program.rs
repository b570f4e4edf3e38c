//! The program behind a player: started when needed, dropped when it is in trouble.

use crate::controller::{
    Fault, GomocupClient, GtpClient, Launch, NBoardClient, SauClient, Trouble,
};
use std::time::Duration;

/// What all clients of controllers can do.
pub(super) trait Client {
    /// Processor time used so far.
    fn cpu_time(&mut self) -> Option<Duration>;
    /// Ends the program politely.
    fn close(&mut self, patience: Duration) -> Result<(), Trouble>;
    /// Ends the program at once.
    fn kill(&mut self);
}

macro_rules! clients {
    ($($client:ty),*) => {$(
        impl Client for $client {
            fn cpu_time(&mut self) -> Option<Duration> {
                <$client>::cpu_time(self)
            }
            fn close(&mut self, patience: Duration) -> Result<(), Trouble> {
                <$client>::close(self, patience)
            }
            fn kill(&mut self) {
                <$client>::kill(self);
            }
        }
    )*};
}

clients!(GtpClient, GomocupClient, NBoardClient, SauClient);

/// A program and its client.
pub(super) struct Program<C: Client> {
    launch: Launch,
    patience: Duration,
    /// Is it to be started anew for every game?
    restart: bool,
    client: Option<C>,
    /// Has it played since it was started?
    played: bool,
}

impl<C: Client> Program<C> {
    /// A program that does not run yet.
    pub(super) fn new(launch: Launch, patience: Duration, restart: bool) -> Program<C> {
        Program { launch, patience, restart, client: None, played: false }
    }

    /// For messages: the program's file.
    pub(super) fn name(&self) -> &str {
        self.launch.words.first().map_or("", String::as_str)
    }

    /// How long to wait for what no clock bounds.
    pub(super) fn patience(&self) -> Duration {
        self.patience
    }

    /// The client, while the program runs.
    pub(super) fn running(&mut self) -> Option<&mut C> {
        self.client.as_mut()
    }

    /// Starts the program if it does not run; true if it was started now.
    pub(super) fn start(
        &mut self,
        start: impl FnOnce(&Launch, Duration) -> Result<C, Trouble>,
    ) -> Result<bool, Trouble> {
        if self.client.is_some() {
            return Ok(false);
        }
        self.client = Some(start(&self.launch, self.patience)?);
        self.played = false;
        Ok(true)
    }

    /// The same for a new game: a program that is to be started for every game, and has played, is ended first.
    pub(super) fn start_for_game(
        &mut self,
        start: impl FnOnce(&Launch, Duration) -> Result<C, Trouble>,
    ) -> Result<bool, Trouble> {
        if self.restart
            && self.played
            && let Err(trouble) = self.close(self.patience)
        {
            log::warn!("{}: {trouble}", self.name());
        }
        let started = self.start(start)?;
        self.played = true;
        Ok(started)
    }

    /// Talks to the program. Trouble other than a refusal means that nobody can tell any more what the program is at: it
    /// is killed.
    pub(super) fn with<T>(
        &mut self,
        talk: impl FnOnce(&mut C) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let client = self
            .client
            .as_mut()
            .ok_or_else(|| Trouble::new(Fault::Crash, "the engine does not run any more"))?;
        let result = talk(client);
        if let Err(trouble) = &result
            && trouble.fault != Fault::Refusal
        {
            self.kill();
        }
        result
    }

    /// Processor time used since it was started, where it can be told.
    pub(super) fn cpu_time(&mut self) -> Option<Duration> {
        self.client.as_mut()?.cpu_time()
    }

    /// Ends the program politely.
    pub(super) fn close(&mut self, patience: Duration) -> Result<(), Trouble> {
        self.client.take().map_or(Ok(()), |mut client| client.close(patience))
    }

    /// Ends the program at once.
    pub(super) fn kill(&mut self) {
        if let Some(mut client) = self.client.take() {
            client.kill();
        }
    }
}
