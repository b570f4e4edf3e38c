//! Commands for GoGui.

use super::Row;

pub(super) fn rows<'w>() -> Vec<Row<'w>> {
    vec![]
}
