//! The values in tables, for whatever computes game values.

use super::region_value::ValuesInArena;
use crate::board::Placement;
use crate::game_value::KnownValues;
use crate::tables::directory::Tables;
use amazons_cgt::{Arena, Game, ThermographId, Thermographs};
use std::sync::Arc;

/// The values of regions in tables. A table that cannot be used counts as one that is not there:
/// values are computed without it.
///
/// ```
/// use amazons::GameValues;
/// use amazons::tables::{TableValues, Tables};
///
/// let mut values = GameValues::new(64 << 20).knowing(TableValues::of(Tables::builtin()?));
/// let value = values.value(&"1q*/1Q1/*1* w".parse()?)?;
/// assert_eq!(value.to_string(), "1/8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TableValues {
    tables: Arc<Tables>,
    values: ValuesInArena,
}

impl TableValues {
    /// Makes the values of these tables known.
    pub fn of(tables: impl Into<Arc<Tables>>) -> Self {
        Self { tables: tables.into(), values: ValuesInArena::new() }
    }

    /// Makes the values of these tables known, if there are any.
    pub fn maybe_of(tables: Option<&Arc<Tables>>) -> Option<Self> {
        let tables = tables.filter(|tables| !tables.dictionaries().is_empty())?;
        Some(Self::of(Arc::clone(tables)))
    }
}

impl KnownValues for TableValues {
    fn value(&mut self, region: &Placement<u128>, games: &mut Arena) -> Option<Game> {
        let value = self.tables.probe_value(region).ok()??;
        self.values.game(&value, games).ok()?.ok()
    }

    fn thermograph(
        &mut self,
        region: &Placement<u128>,
        pool: &mut Thermographs,
    ) -> Option<ThermographId> {
        let value = self.tables.probe_value(region).ok()??;
        self.values.thermograph(&value, pool).ok()
    }

    fn fresh(&self) -> Box<dyn KnownValues> {
        Box::new(Self::of(Arc::clone(&self.tables)))
    }

    fn bytes(&self) -> usize {
        self.values.bytes()
    }
}
