//! The command table: a row is a name, a help line and a function whose argument types are the declaration.

use super::argument::{Argument, SYNTAX_ERROR};
use super::response::{Answer, Failure};
use std::marker::PhantomData;

/// A function that can stand in a row: `fn(&mut C, A, B, ...) -> Answer`, each argument an [`Argument`].
pub trait Handler<C, Arguments> {
    /// The argument words of the help line.
    fn usage() -> String;

    /// Reads the arguments and calls the function.
    fn call(&self, context: &mut C, input: &[u8]) -> Answer;
}

/// Reads one argument; what follows stays.
fn take<A: Argument>(input: &[u8]) -> Result<(&[u8], A), Failure> {
    A::read(input).map_err(|_| Failure::new(A::ERROR))
}

macro_rules! handler {
    ($surplus:expr; $($name:ident),*) => {
        impl<C, F, $($name: Argument),*> Handler<C, ($($name,)*)> for F
        where
            F: Fn(&mut C, $($name),*) -> Answer,
        {
            fn usage() -> String {
                let words: Vec<String> = vec![$($name::doc()),*];
                words.join(" ")
            }

            #[allow(non_snake_case, reason = "one identifier serves as type and as variable")]
            fn call(&self, context: &mut C, input: &[u8]) -> Answer {
                let rest = input;
                $(let (rest, $name) = take::<$name>(rest)?;)*
                if !rest.is_empty() {
                    return Err(Failure::new($surplus));
                }
                self(context, $($name),*)
            }
        }
    };
}

handler!(SYNTAX_ERROR;);
handler!(A::SURPLUS; A);
handler!(B::SURPLUS; A, B);
handler!(D::SURPLUS; A, B, D);
handler!(E::SURPLUS; A, B, D, E);

type Run<C> = Box<dyn Fn(&mut C, &[u8]) -> Answer>;

/// A row of the table.
pub struct Command<C> {
    /// What clients call it.
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// The argument words; empty for a command without arguments.
    pub usage: String,
    run: Run<C>,
    serves: fn(&C) -> bool,
}

impl<C> Command<C> {
    /// The same row, known only while `serves` says so.
    pub fn only(mut self, serves: fn(&C) -> bool) -> Command<C> {
        self.serves = serves;
        self
    }

    /// Can it be used now?
    pub fn serves(&self, context: &C) -> bool {
        (self.serves)(context)
    }

    /// Runs it with these arguments.
    pub fn run(&self, context: &mut C, arguments: &[u8]) -> Answer {
        (self.run)(context, arguments)
    }
}

/// Makes a row.
pub fn command<C, Arguments, F>(name: &'static str, help: &'static str, function: F) -> Command<C>
where
    F: Handler<C, Arguments> + 'static,
    Arguments: 'static,
{
    let _: PhantomData<Arguments> = PhantomData;
    Command {
        name,
        help,
        usage: F::usage(),
        run: Box::new(move |context, input| function.call(context, input)),
        serves: |_| true,
    }
}

/// The rows, in the order in which `list_commands` prints them.
pub struct Table<C>(Vec<Command<C>>);

impl<C> Table<C> {
    /// A table of these rows.
    pub fn new(rows: Vec<Command<C>>) -> Table<C> {
        Table(rows)
    }

    /// All rows.
    pub fn rows(&self) -> &[Command<C>] {
        &self.0
    }

    /// The row of that name, if it can be used now. Names are case-sensitive.
    pub fn find(&self, context: &C, name: &[u8]) -> Option<&Command<C>> {
        self.0.iter().find(|row| row.name.as_bytes() == name && row.serves(context))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Color;

    fn two(log: &mut Vec<String>, color: Color, number: Option<u32>) -> Answer {
        log.push(format!("{color} {number:?}"));
        Ok(String::new())
    }

    #[test]
    fn argument_types_are_the_declaration() {
        let row = command("two", "Two.", two);
        assert_eq!(row.usage, "COLOR [INT]");
        let mut log = Vec::new();
        assert!(row.run(&mut log, b"b  7").is_ok());
        assert!(row.run(&mut log, b"WHITE").is_ok());
        for arguments in [&b""[..], b"x", b"b 7 8", b"b x", b"b 7x"] {
            assert_eq!(row.run(&mut log, arguments), Err(Failure::syntax()));
        }
        assert_eq!(log, ["black Some(7)", "white None"]);
    }
}
