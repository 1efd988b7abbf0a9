//! A stage's input: the stages before it.

use crate::Result;
use crate::aggregate::execution::Execution;
use crate::aggregate::pipeline::PipelineStage;
use crate::aggregate::row_sink::{Row, RowSink};

/// The stages before a stage, and the context that they run in.
pub struct Input<'p> {
    pub(in crate::aggregate) stages: &'p mut [PipelineStage],
    pub(in crate::aggregate) execution: Execution<'p>,
}

impl Input<'_> {
    /// Passes the previous stage's documents to a sink until it is full; returns whether the stage is exhausted and
    /// the sink isn't full.
    ///
    /// # Errors
    /// Same as [`Stage::run`](crate::aggregate::stage::Stage::run).
    pub fn run(&mut self, sink: &mut RowSink<'_>) -> Result<bool> {
        match self.stages.split_last_mut() {
            Some((last, stages)) => last.run(&mut Input { stages, execution: self.execution }, sink),
            None => Ok(true),
        }
    }

    /// Passes the previous stage's documents to a function until it returns false; returns whether the stage is
    /// exhausted.
    ///
    /// # Errors
    /// Those of the previous stage and of the function.
    pub fn each(&mut self, mut take: impl FnMut(Row<'_>) -> Result<bool>) -> Result<bool> {
        self.run(&mut RowSink::consumer(&mut take, 1))
    }

    /// Passes all remaining documents of the previous stage to a function.
    ///
    /// # Errors
    /// Same as [`Self::each`].
    pub fn drain(&mut self, mut take: impl FnMut(Row<'_>) -> Result<()>) -> Result<()> {
        self.run(&mut RowSink::consumer(&mut |row| take(row).map(|()| true), usize::MAX)).map(|_| ())
    }

    /// Passes the previous stage's documents to a function, which passes at most one result each to the sink, until
    /// that is full. Returns whether the previous stage is exhausted.
    ///
    /// # Errors
    /// Same as [`Self::each`].
    pub fn each_into(
        &mut self,
        sink: &mut RowSink<'_>,
        process: impl FnMut(Row<'_>, &mut RowSink<'_>) -> Result<()>,
    ) -> Result<bool> {
        self.each_of(sink.rows_to_take(), sink, process)
    }

    /// Same as [`Self::each_into`], for a function that passes any number of results each.
    ///
    /// # Errors
    /// Same as [`Self::each`].
    pub fn expand_into(
        &mut self,
        sink: &mut RowSink<'_>,
        process: impl FnMut(Row<'_>, &mut RowSink<'_>) -> Result<()>,
    ) -> Result<bool> {
        let rows = if sink.rows_to_take() == usize::MAX { usize::MAX } else { 1 };
        self.each_of(rows, sink, process)
    }

    fn each_of(
        &mut self,
        rows_to_take: usize,
        sink: &mut RowSink<'_>,
        mut process: impl FnMut(Row<'_>, &mut RowSink<'_>) -> Result<()>,
    ) -> Result<bool> {
        let mut take = |row: Row<'_>| {
            process(row, sink)?;
            Ok(!sink.is_full())
        };
        self.run(&mut RowSink::consumer(&mut take, rows_to_take))
    }
}
