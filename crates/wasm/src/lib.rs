//! The wasm-bindgen interface of engine and cluster: only conversions.
//!
//! BSON bytes are copied once in each direction. Times are JavaScript numbers: milliseconds since 1970.

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

/// An in-memory server or cluster.
#[wasm_bindgen]
#[derive(Debug)]
pub struct WasmEngine {
    server: Server,
    /// The buffer for the next command, which JavaScript writes.
    command: Vec<u8>,
    /// The last reply, which JavaScript reads.
    reply: Vec<u8>,
    /// The output of [`Self::plain_text`]; empty until it is first needed.
    text: Vec<u8>,
    headroom: Headroom,
}

/// Maximum size of the command buffer between commands.
const MAX_KEPT_COMMAND_BYTES: usize = 16 * 1024;

/// Maximum size of the reply buffer between commands. Growing it takes as long as filling it.
const MAX_KEPT_REPLY_BYTES: usize = 8 * 1024 * 1024;

/// Maximum output of [`WasmEngine::plain_text`] in bytes, also known to `decode.ts`.
const TEXT_BLOCK: usize = 160 * 1024;

/// Size of a reply from which its text is converted here, also known to `engine.ts`.
const LONG_REPLY: usize = 1024;

/// A snapshot of a [`WasmEngine`]. Holds memory until `free()`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct WasmSnapshot(State);

#[wasm_bindgen]
impl WasmEngine {
    /// Creates an empty server with its virtual clock (milliseconds since 1970) and the seed of all random
    /// values (an integer).
    ///
    /// # Errors
    /// A number is not finite or not an exact integer.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(js_name = nowMillis)] now_millis: f64,
        seed: f64,
    ) -> Result<WasmEngine, JsError> {
        let options = EngineOptions { now_millis: millis(now_millis)?, seed: self::seed(seed)? };
        Ok(WasmEngine::over(Server::Single(Engine::new(options))))
    }

    /// Creates an empty sharded cluster with a number of shards, whose chunks split above a number of
    /// documents. Commands go to its router.
    ///
    /// # Errors
    /// Errors of [`Self::new`]; a count is not an integer or is negative.
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

    /// Runs one command: takes the BSON body of a MongoDB command with `$db`, and returns its BSON reply.
    /// Never throws: failures are replies with `ok: 0`.
    #[wasm_bindgen(js_name = runCommand)]
    pub fn run_command(&mut self, command: &[u8]) -> Vec<u8> {
        make_room(&mut self.headroom, command.len());
        self.server.run_command(command)
    }

    /// Resizes the command buffer, and returns its address. Existing bytes are kept. The buffer is valid
    /// until the next call; one of more than `MAX_KEPT_COMMAND_BYTES` bytes until [`Self::run_written`], or
    /// until a call with length 0 frees it.
    #[wasm_bindgen(js_name = commandRoom)]
    pub fn command_room(&mut self, length: usize) -> usize {
        if length == 0 {
            self.command = Vec::new();
            return 0;
        }
        if self.command.len() < length {
            self.command.resize(length.max(MAX_KEPT_COMMAND_BYTES), 0);
        }
        self.command.as_ptr().addr()
    }

    /// Runs the command in the first `length` bytes of the command buffer. Returns the address of the
    /// reply, which begins with its length and is valid until the next command.
    #[wasm_bindgen(js_name = runWritten)]
    pub fn run_written(&mut self, length: usize) -> usize {
        make_room(&mut self.headroom, length);
        let command = self.command.get(..length).unwrap_or(&self.command);
        let mut room = std::mem::take(&mut self.reply);
        if room.capacity() > MAX_KEPT_REPLY_BYTES {
            room = Vec::new();
        }
        self.reply = self.server.run_command_within(command, room);
        if self.reply.len() > LONG_REPLY && self.text.is_empty() {
            self.text.resize(TEXT_BLOCK, 0);
        }
        if self.command.len() > MAX_KEPT_COMMAND_BYTES {
            self.command = Vec::new();
        }
        self.reply.as_ptr().addr()
    }

    /// Copies bytes of the reply without their highest bits, and returns the address of the copy.
    /// JavaScript decodes ASCII faster than text mixed with other bytes. Never grows the memory.
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

    /// Returns the virtual clock, in milliseconds since 1970.
    #[expect(clippy::cast_precision_loss, reason = "JavaScript dates are exact up to 2^53")]
    pub fn now(&self) -> f64 {
        self.server.now() as f64
    }

    /// Sets the virtual clock.
    ///
    /// # Errors
    /// The time is outside the range of a JavaScript date.
    #[wasm_bindgen(js_name = setNow)]
    pub fn set_now(&mut self, ms: f64) -> Result<(), JsError> {
        self.server.set_now(millis(ms)?);
        Ok(())
    }

    /// Takes a snapshot of the current state. Cheap for any size of data.
    pub fn snapshot(&self) -> WasmSnapshot {
        WasmSnapshot(self.server.snapshot())
    }

    /// Restores a snapshot, any number of times.
    ///
    /// # Errors
    /// The snapshot is a cluster's and this is a server, or vice versa.
    pub fn restore(&mut self, s: &WasmSnapshot) -> Result<(), JsError> {
        self.server.restore(&s.0)
    }

    /// Returns the sequence number of the next profile entry.
    #[wasm_bindgen(js_name = profileSequence)]
    #[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^53 commands")]
    pub fn profile_sequence(&self) -> f64 {
        self.server.profile_sequence() as f64
    }

    /// Returns the memory of documents and indexes, in bytes.
    #[wasm_bindgen(js_name = memoryUsage)]
    #[expect(clippy::cast_precision_loss, reason = "memory is far below 2^53 bytes")]
    pub fn memory_usage(&self) -> f64 {
        self.server.memory_usage() as f64
    }

    /// Returns the whole state as bytes, for `load` in another engine of this version.
    pub fn dump(&self) -> Vec<u8> {
        self.server.dump()
    }

    /// Replaces the state by that of a dump.
    ///
    /// # Errors
    /// The bytes are not a dump; the state is then unchanged.
    pub fn load(&mut self, dump: &[u8]) -> Result<(), JsError> {
        self.server.load(dump)
    }

    /// Sets the host that runs JavaScript for `$where`, `$function`, `$accumulator` and `mapReduce`: a
    /// function that takes request bytes and returns reply bytes.
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
