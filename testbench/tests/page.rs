//! Tables in pages of the documentation that tests generate.

use std::path::Path;

/// Checks that the tables of a page, each between `<!-- name -->` and `<!-- end -->`, are these. With `LANESMITH_UPDATE=1` writes them.
#[track_caller]
pub fn has_tables(page: &str, tables: &[(&str, String)]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = std::fs::read_to_string(&path).expect(page);
    let mut wanted = text.clone();
    for (name, table) in tables {
        let begin = format!("<!-- {name} -->\n");
        let start = wanted.find(&begin).expect(&begin) + begin.len();
        let end = start + wanted[start..].find("<!-- end -->").expect("the table's end");
        wanted.replace_range(start..end, table);
    }
    if std::env::var_os("LANESMITH_UPDATE").is_some() {
        std::fs::write(&path, &wanted).expect("writable");
    }
    assert!(
        text == wanted,
        "{page} is outdated: run this test once with LANESMITH_UPDATE=1"
    );
}
