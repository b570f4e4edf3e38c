//! Commands that read and write game records.

use super::Row;

pub(super) fn rows<'w>() -> Vec<Row<'w>> {
    vec![]
}
