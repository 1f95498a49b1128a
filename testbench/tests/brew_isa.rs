//! The Brew ISA's encodings against the author's assembler and decoder.

use lanesmith::isa::brew::decode;

/// The rows of a vector file.
pub fn rows(file: &str) -> Vec<csv::StringRecord> {
    let path = format!("{}/testbench/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::Reader::from_path(path).expect("the vector file");
    reader.records().map(|row| row.expect("a row")).collect()
}

#[test]
fn every_first_word_of_the_authors_decoder_has_its_length_and_status() {
    let rows = rows("brew_decode.csv");
    assert_eq!(rows.len(), 2816);
    for row in rows {
        let word = u16::from_str_radix(&row[0], 16).unwrap();
        let decoded = decode(&[word, 0, 0]).unwrap();
        let status = if decoded.is_legal() { "ok" } else { "invalid" };
        assert_eq!(
            (decoded.length.to_string().as_str(), status),
            (&row[1], &row[2]),
            "{word:04x}"
        );
    }
}
