//! Vector files that fuzzing has found, one fact in a row.

use lanesmith::units::recognise;
use lanesmith::vectors::{Evaluator, Table, VectorReport};

/// The error about a vector file, without colours; empty if it can be checked.
fn refusal(contents: &str) -> String {
    let check = || {
        let table = Table::parse("x.csv".into(), contents.as_bytes().to_vec())?;
        (recognise(&table)?.check)(&table, Evaluator::Golden, &mut VectorReport::new(1))
    };
    let error = check().err().map_or(String::new(), |error| error.0);
    anstream::adapter::strip_str(&error).to_string()
}

const VERDICTS: &str = "instruction,accepted,reason\nvadd4,";
const LENGTHS: &str = "word,length,status\n";
const RESULTS: &str = "words,a_type,a,b_type,b,d_type,d\n";

#[test]
fn vector_files_that_fuzzing_found_are_refused_at_their_places() {
    for (head, rows, expected) in [
        // Text after the closing quote of a cell.
        (VERDICTS, "\"\"\u{feff}yes,\n", "x.csv:2:8\n"),
        (VERDICTS, "\"no\"é,\n", "x.csv:2:8\n"),
        (VERDICTS, "\"a\"\"\"€\"\",\n", "x.csv:2:8\n"),
        // A row of another length, after line ends within quotes.
        ("x,y,z\n", "a,\"b\nc\",d,e", "x.csv:3:6\n"),
        ("x,y,z\n", "a,\"b\nc\"", "x.csv:3:3\n"),
        ("x,y,z\n", "a,\"b\r\rc\",d,e\r", "x.csv:2:12\n"),
        // A byte-order mark belongs to the cell unless the file begins with it.
        (LENGTHS, "\u{feff}1132,1,ok\n", "x.csv:2:1\n"),
        ("\u{feff}word,length,status\n", "1132,1,ok\n", ""),
        // A plus sign is no hexadecimal digit.
        (LENGTHS, "+132,1,ok\n", "these are no words"),
        (LENGTHS, "1132 +132,1,ok\n", "these are no words"),
        (
            RESULTS,
            "1432,+,00000001,0,00000001,0,00000002\n",
            "not a number of the right width",
        ),
        (
            RESULTS,
            "1432,0,+0000001,0,00000001,0,00000002\n",
            "not a number of the right width",
        ),
        // No register has the type f.
        (RESULTS, "1432,f,00000001,0,00000001,0,00000002\n", "0 to e"),
    ] {
        let error = refusal(&format!("{head}{rows}"));
        assert!(error.contains(expected), "{rows:?}: {error}");
        assert_eq!(error.is_empty(), expected.is_empty(), "{rows:?}: {error}");
    }
}
