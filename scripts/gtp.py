"""A GTP controller's side of one engine process. Standard library only."""

import os
import queue
import shlex
import signal
import subprocess
import tempfile
import threading
import time


class Refused(Exception):
    """The engine answered with `?`."""


class Broken(Exception):
    """The engine broke the protocol, did not answer in time, or ended."""


class Engine:
    """An engine process; answers are read by a thread so that no wait is endless."""

    def __init__(self, command, timeout=60.0, cwd=None):
        self.command, self.timeout = command, timeout
        self.stderr = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.stderr,
            cwd=cwd, start_new_session=True)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def send(self, command, timeout=None):
        """The answer's text. Raises Refused or Broken."""
        try:
            self.process.stdin.write(command.encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise Broken(f"{command}: {error}; {self.last_words()}") from None
        deadline = time.monotonic() + (timeout or self.timeout)
        lines = []
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise Broken(f"{command}: no answer in time") from None
            if line is None:
                raise Broken(f"{command}: the engine ended; {self.last_words()}")
            line = line.decode(errors="replace").rstrip("\r\n")
            if line:
                lines.append(line)
            elif lines:
                break
        if lines[0][0] == "?":
            raise Refused(f"{command}: {lines[0][1:].strip()}")
        if lines[0][0] != "=":
            raise Broken(f"{command}: stray output {lines[0]!r}")
        lines[0] = lines[0][1:].strip()
        return "\n".join(lines)

    def last_words(self):
        """The end of what it wrote to standard error."""
        try:
            self.stderr.seek(0)
            text = self.stderr.read().decode(errors="replace").strip()
        except (OSError, ValueError):
            return ""
        return f"exit {self.process.poll()}, stderr: {text[-500:]}"

    def quit(self):
        """Ends the process, kindly at first; its exit status, or None if it had to be killed."""
        try:
            self.send("quit", 5)
        except (Refused, Broken):
            pass
        try:
            return self.process.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            return None
        finally:
            self.stderr.close()
