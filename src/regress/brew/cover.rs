use crate::regress::cover::{BinSet, Cross};
use std::sync::LazyLock;

pub(in crate::regress) static CROSSES: LazyLock<Vec<Cross>> = LazyLock::new(Vec::new);
pub(in crate::regress) type Hits = [BinSet; 0];
