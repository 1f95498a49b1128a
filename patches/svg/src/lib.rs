//! The part of the crate `svg` 0.10 that rust-hdl 0.46 uses: paths and texts in a drawing of waves.
//!
//! Rust reports that a future version will reject `svg` 0.10, and rust-hdl takes no later one. The workspace replaces it by this
//! package, see "rust-hdl" in `docs/decisions.md`.

use node::element::SVG;
use std::io;
use std::path::Path;

/// A drawing.
pub type Document = SVG;

/// Writes a drawing to a file.
pub fn save(path: impl AsRef<Path>, document: &Document) -> io::Result<()> {
    std::fs::write(path, document.to_string())
}

/// What a drawing consists of.
pub mod node {
    use std::fmt;

    /// Characters.
    pub struct Text(String);

    impl Text {
        /// Shows these characters.
        pub fn new(content: impl Into<String>) -> Self {
            Text(content.into())
        }
    }

    impl fmt::Display for Text {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(&escaped(&self.0))
        }
    }

    pub(crate) fn escaped(text: &str) -> String {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        text.replace('>', "&gt;").replace('"', "&quot;")
    }

    /// The elements by name.
    pub mod element {
        use super::escaped;
        use std::fmt;
        use std::marker::PhantomData;

        /// An element: its attributes and what is in it.
        pub struct Element<T> {
            attributes: String,
            content: String,
            tag: PhantomData<T>,
        }

        /// The kinds of elements.
        pub trait Tag {
            /// How the element begins, without its attributes.
            const BEGIN: &'static str;
            /// How it ends.
            const END: &'static str;
        }

        macro_rules! elements {
            ($($tag:ident $name:ident $begin:literal $end:literal)*) => { $(
                #[doc = concat!("The kind of `", $begin, "`.")]
                pub struct $tag;

                impl Tag for $tag {
                    const BEGIN: &'static str = $begin;
                    const END: &'static str = $end;
                }

                #[doc = concat!("`", $begin, "`.")]
                pub type $name = Element<$tag>;
            )* };
        }

        elements! {
            PathTag Path "<path" "</path>"
            TextTag Text "<text" "</text>"
            SvgTag SVG "<svg xmlns=\"http://www.w3.org/2000/svg\"" "</svg>\n"
        }

        impl<T: Tag> Element<T> {
            /// Without attributes, empty.
            #[allow(clippy::new_without_default)]
            pub fn new() -> Self {
                Element {
                    attributes: String::new(),
                    content: String::new(),
                    tag: PhantomData,
                }
            }

            /// With one attribute more.
            pub fn set(mut self, name: &str, value: impl Into<Value>) -> Self {
                self.attributes += &format!(" {name}=\"{}\"", escaped(&value.into().0));
                self
            }

            /// With one thing more in it.
            #[allow(clippy::should_implement_trait)]
            pub fn add(mut self, node: impl fmt::Display) -> Self {
                self.content += &node.to_string();
                self
            }
        }

        impl<T: Tag> fmt::Display for Element<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}{}>{}{}", T::BEGIN, self.attributes, self.content, T::END)
            }
        }

        /// The value of an attribute.
        pub struct Value(String);

        macro_rules! values {
            ($($from:ty)*) => { $(
                impl From<$from> for Value {
                    fn from(value: $from) -> Self {
                        Value(value.to_string())
                    }
                }
            )* };
        }

        values! { &str String i32 u32 f64 path::Data }

        impl<T: fmt::Display> From<(T, T, T, T)> for Value {
            fn from((x, y, width, height): (T, T, T, T)) -> Self {
                Value(format!("{x} {y} {width} {height}"))
            }
        }

        /// What a path is made of.
        pub mod path {
            use std::fmt;

            /// The lines of a path.
            #[derive(Clone, Default)]
            pub struct Data(String);

            impl Data {
                /// No lines.
                pub fn new() -> Self {
                    Data::default()
                }

                /// Begins at a point.
                pub fn move_to(self, point: (impl fmt::Display, impl fmt::Display)) -> Self {
                    self.then('M', point)
                }

                /// Goes straight to a point.
                pub fn line_to(self, point: (impl fmt::Display, impl fmt::Display)) -> Self {
                    self.then('L', point)
                }

                /// Goes back to where it began.
                pub fn close(mut self) -> Self {
                    self.0.push('z');
                    self
                }

                fn then(mut self, command: char, (x, y): (impl fmt::Display, impl fmt::Display)) -> Self {
                    self.0 += &format!("{command}{x},{y} ");
                    self
                }
            }

            impl fmt::Display for Data {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str(&self.0)
                }
            }
        }
    }
}
