//! The wasm-bindgen surface of engine and cluster: nothing but conversion.
//!
//! BSON bytes cross in both directions with one copy each. Times are JavaScript
//! numbers: milliseconds since 1970.

mod convert;
mod headroom;
mod host;
mod server;

use cluster::{Cluster, ClusterOptions};
use engine::headroom::Headroom;
use engine::{Engine, EngineOptions};
use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::convert::{count, millis, seed};
use crate::headroom::make_room;
use crate::host::FunctionHost;
use crate::server::{Server, State};

/// One in-memory server, or a cluster of them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct WasmEngine {
    server: Server,
    /// The next command, written here by JavaScript.
    command: Vec<u8>,
    /// The last reply, read here by JavaScript.
    reply: Vec<u8>,
    /// Where [`Self::plain_text`] writes; empty until a reply is worth it.
    text: Vec<u8>,
    headroom: Headroom,
}

/// Bytes of a command that room is kept for between commands.
const KEPT_ROOM: usize = 16 * 1024;

/// Bytes of a reply that room is kept for: growing to them takes as long as filling them.
const KEPT_REPLY: usize = 8 * 1024 * 1024;

/// Bytes that [`WasmEngine::plain_text`] gives at most; known to `decode.ts`.
const TEXT_BLOCK: usize = 160 * 1024;

/// Bytes from which on a reply has its text made here; known to `engine.ts`.
const LONG_REPLY: usize = 1024;

/// A state of a [`WasmEngine`] to return to; holds memory until `free()`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct WasmSnapshot(State);

#[wasm_bindgen]
impl WasmEngine {
    /// An empty server with its virtual clock (milliseconds since 1970) and the
    /// seed of everything random (an integer).
    ///
    /// # Errors
    /// When a number is not finite or has no exact integer value.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(js_name = nowMillis)] now_millis: f64,
        seed: f64,
    ) -> Result<WasmEngine, JsError> {
        let options = EngineOptions { now_millis: millis(now_millis)?, seed: self::seed(seed)? };
        Ok(WasmEngine::over(Server::Single(Engine::new(options))))
    }

    /// An empty sharded cluster with so many shards, whose chunks split when they hold more than so many
    /// documents. It takes commands as its router does.
    ///
    /// # Errors
    /// As [`Self::new`]; when one of the counts is no whole number or is negative.
    pub fn cluster(
        #[wasm_bindgen(js_name = nowMillis)] now_millis: f64,
        seed: f64,
        shards: f64,
        #[wasm_bindgen(js_name = chunkLimit)] chunk_limit: f64,
    ) -> Result<WasmEngine, JsError> {
        let engine = EngineOptions { now_millis: millis(now_millis)?, seed: self::seed(seed)? };
        let shards = usize::try_from(count(shards)?).unwrap_or(usize::MAX);
        let options = ClusterOptions { engine, shards, chunk_limit: count(chunk_limit)? };
        Ok(WasmEngine::over(Server::Cluster(Box::new(Cluster::new(options)))))
    }

    /// Runs one command: the BSON body of a MongoDB command with `$db` in, its
    /// BSON reply out. Never throws: failures are replies with `ok: 0`.
    #[wasm_bindgen(js_name = runCommand)]
    pub fn run_command(&mut self, command: &[u8]) -> Vec<u8> {
        make_room(&mut self.headroom, command.len());
        self.server.run_command(command)
    }

    /// Makes room for a command of this many bytes and returns its address. Bytes already written stay.
    /// The room is good until more is asked for; one of more than `KEPT_ROOM` bytes until [`Self::run_written`], or
    /// until it is given up by asking for none.
    #[wasm_bindgen(js_name = commandRoom)]
    pub fn command_room(&mut self, length: usize) -> usize {
        if length == 0 {
            self.command = Vec::new();
            return 0;
        }
        if self.command.len() < length {
            self.command.resize(length.max(KEPT_ROOM), 0);
        }
        self.command.as_ptr().addr()
    }

    /// Runs the command of so many bytes written into the room; gives the address of the reply, which says
    /// itself how long it is and is there until the next command.
    #[wasm_bindgen(js_name = runWritten)]
    pub fn run_written(&mut self, length: usize) -> usize {
        make_room(&mut self.headroom, length);
        let command = self.command.get(..length).unwrap_or(&self.command);
        let mut room = std::mem::take(&mut self.reply);
        if room.capacity() > KEPT_REPLY {
            room = Vec::new();
        }
        self.reply = self.server.run_command_within(command, room);
        if self.reply.len() > LONG_REPLY && self.text.is_empty() {
            self.text.resize(TEXT_BLOCK, 0);
        }
        if self.command.len() > KEPT_ROOM {
            self.command = Vec::new();
        }
        self.reply.as_ptr().addr()
    }

    /// Copies bytes of the reply, from an offset on, without their highest bits: as ASCII, which JavaScript
    /// makes text of sooner than of what lies between texts. Gives the address of the copy. Memory does
    /// not grow meanwhile.
    #[wasm_bindgen(js_name = plainText)]
    pub fn plain_text(&mut self, offset: usize, length: usize) -> usize {
        let from = self.reply.get(offset..).unwrap_or_default();
        let from = from.get(..length).unwrap_or(from);
        let (words, rest) = from.as_chunks::<8>();
        let middle = self.text.len().min(words.len() * 8);
        let (to, to_rest) = self.text.split_at_mut(middle);
        for (to, from) in to.as_chunks_mut::<8>().0.iter_mut().zip(words) {
            *to = (u64::from_le_bytes(*from) & 0x7F7F_7F7F_7F7F_7F7F).to_le_bytes();
        }
        for (to, from) in to_rest.iter_mut().zip(rest) {
            *to = from & 0x7F;
        }
        self.text.as_ptr().addr()
    }

    /// The virtual clock, milliseconds since 1970.
    #[expect(clippy::cast_precision_loss, reason = "JavaScript dates are exact up to 2^53")]
    pub fn now(&self) -> f64 {
        self.server.now() as f64
    }

    /// Sets the virtual clock.
    ///
    /// # Errors
    /// When the time is outside what a JavaScript date can hold.
    #[wasm_bindgen(js_name = setNow)]
    pub fn set_now(&mut self, ms: f64) -> Result<(), JsError> {
        self.server.set_now(millis(ms)?);
        Ok(())
    }

    /// Remembers the present state; cheap, whatever the size of the data.
    pub fn snapshot(&self) -> WasmSnapshot {
        WasmSnapshot(self.server.snapshot())
    }

    /// Returns to a remembered state, any number of times.
    ///
    /// # Errors
    /// When the one is a server's and the other a cluster's.
    pub fn restore(&mut self, s: &WasmSnapshot) -> Result<(), JsError> {
        self.server.restore(&s.0)
    }

    /// The number that the next entry of the profile gets.
    #[wasm_bindgen(js_name = profileSequence)]
    #[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^53 commands")]
    pub fn profile_sequence(&self) -> f64 {
        self.server.profile_sequence() as f64
    }

    /// Bytes held by documents and indexes.
    #[wasm_bindgen(js_name = memoryUsage)]
    #[expect(clippy::cast_precision_loss, reason = "memory is far below 2^53 bytes")]
    pub fn memory_usage(&self) -> f64 {
        self.server.memory_usage() as f64
    }

    /// The whole state as bytes, for `load` in another engine of this version.
    pub fn dump(&self) -> Vec<u8> {
        self.server.dump()
    }

    /// Replaces the state by a dumped one.
    ///
    /// # Errors
    /// When the bytes are not a dump; the state is as before then.
    pub fn load(&mut self, dump: &[u8]) -> Result<(), JsError> {
        self.server.load(dump)
    }

    /// Sets what runs JavaScript for `$where`, `$function`, `$accumulator` and
    /// `mapReduce`: a function from request bytes to reply bytes.
    #[wasm_bindgen(js_name = setHost)]
    pub fn set_host(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "(request: Uint8Array) => Uint8Array")] f: Function,
    ) {
        self.server.set_host(Box::new(FunctionHost::new(f)));
    }
}

impl WasmEngine {
    fn over(server: Server) -> WasmEngine {
        let headroom = Headroom::default();
        WasmEngine { server, command: Vec::new(), reply: Vec::new(), text: Vec::new(), headroom }
    }
}
