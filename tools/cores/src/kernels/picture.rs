//! Pictures in grey, and their files.

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use std::io::Write;

/// The size of a picture in memory. The picture is at the beginning of the words, line by line, with one byte for each pixel.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// Pixels in a line.
    pub width: usize,
    /// Lines.
    pub height: usize,
}

impl Picture {
    /// The picture as a PNG file (ISO/IEC 15948).
    pub fn png(&self, words: &[u32]) -> Vec<u8> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut lines = ZlibEncoder::new(vec![], Compression::default());
        for line in bytes.chunks(self.width).take(self.height) {
            // 0: the bytes are not filtered. Writing to a vector cannot fail.
            let _ = lines.write_all(&[0]).and_then(|()| lines.write_all(line));
        }
        let size = [self.width, self.height].map(|length| (length as u32).to_be_bytes());
        // Eight bits of grey, and the only compression and filtering that there are.
        let head = [&size.concat()[..], &[8, 0, 0, 0, 0]].concat();
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        for (name, data) in [
            (b"IHDR", head),
            (b"IDAT", lines.finish().unwrap_or_default()),
            (b"IEND", vec![]),
        ] {
            let mut crc = Crc::new();
            crc.update(name);
            crc.update(&data);
            file.extend((data.len() as u32).to_be_bytes());
            file.extend(name);
            file.extend(data);
            file.extend(crc.sum().to_be_bytes());
        }
        file
    }
}
