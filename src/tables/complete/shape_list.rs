//! The list of all shapes of one size, in the order that numbers them.
//!
//! ```text
//! numbers   squares n; shapes; slots (a power of two); 0
//! section 1 canonical embeddings in ascending order, 16 bytes each: bit 11 rank + file
//! section 2 slots, 4 bytes each: the number of a shape plus one, or 0
//! ```
//!
//! A shape is in the slot given by XXH3-64 of its 16 bytes, modulo the number of slots, or in the
//! next free slot after it.

use super::material::MAX_SQUARES;
use super::shape::Shape;
use crate::tables::error::TableError;
use crate::tables::format::container::{Container, SectionName, TableKind};
use crate::tables::format::writer::TableWriter;
use std::io::Write;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

const DRAWINGS: SectionName = 1;
const SLOTS: SectionName = 2;

/// An open list of shapes.
#[derive(Debug)]
pub struct ShapeList {
    container: Container,
    squares: usize,
    count: usize,
    slots: usize,
    drawings_at: usize,
    slots_at: usize,
}

impl ShapeList {
    /// Returns the usual name of the file.
    pub fn file_name(squares: usize) -> String {
        format!("shapes-{squares}.amt")
    }

    /// Writes a list. `shapes` are all shapes of one size in ascending order.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(path: &Path, shapes: &[Shape]) -> Result<(), TableError> {
        let squares = shapes.first().map_or(0, |shape| shape.size());
        let count = (shapes.len() * 3 / 2 + 1).next_power_of_two();
        let mut slots = vec![0u32; count];
        for (number, shape) in shapes.iter().enumerate() {
            let mut slot = home(shape.number(), count);
            while slots[slot] != 0 {
                slot = (slot + 1) & (count - 1);
            }
            slots[slot] = number as u32 + 1;
        }
        let numbers = [squares as u64, shapes.len() as u64, count as u64, 0];
        let sections = [(DRAWINGS, 16 * shapes.len() as u64), (SLOTS, 4 * count as u64)];
        let mut out = TableWriter::create(path, TableKind::Shapes, numbers, &sections)?;
        let mut write = || {
            for shape in shapes {
                out.write_all(&shape.number().to_le_bytes())?;
            }
            for slot in &slots {
                out.write_all(&slot.to_le_bytes())?;
            }
            Ok(())
        };
        write().map_err(TableError::io(path))?;
        out.commit().map_err(TableError::io(path))
    }

    /// Reads the list in an open file.
    ///
    /// # Errors
    /// The file's numbers and sections do not fit each other.
    pub fn new(container: Container) -> Result<Self, TableError> {
        let [squares, count, slots, _] = container.numbers();
        let sizes = 1..=MAX_SQUARES as u64;
        if !sizes.contains(&squares) || count >= u32::MAX.into() || slots > 1 << 32 {
            return Err(container.damaged("numbers", squares, "1 to 10 squares"));
        }
        if !slots.is_power_of_two() || slots <= count {
            return Err(container.damaged("slots", slots, "a power of two above the shapes"));
        }
        Ok(Self {
            squares: squares as usize,
            count: count as usize,
            slots: slots as usize,
            drawings_at: container.section(DRAWINGS, Some(16 * count))?,
            slots_at: container.section(SLOTS, Some(4 * slots))?,
            container,
        })
    }

    /// Returns the file.
    pub fn container(&self) -> &Container {
        &self.container
    }

    /// Returns the squares of each shape.
    pub fn squares(&self) -> usize {
        self.squares
    }

    /// Returns the number of shapes.
    pub fn count(&self) -> usize {
        self.count
    }

    fn drawing(&self, number: usize) -> Result<u128, TableError> {
        let bytes = self.container.read(self.drawings_at, 16 * number..16 * number + 16)?;
        Ok(u128::from_le_bytes(bytes.try_into().expect("16 bytes were read")))
    }

    /// Returns the shape of this number.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn shape(&self, number: usize) -> Result<Shape, TableError> {
        let drawing = self.drawing(number)?;
        Shape::from_number(drawing, self.squares).ok_or_else(|| {
            let place = format!("shape {number}");
            self.container.damaged(place, format!("{drawing:x}"), "a canonical drawing")
        })
    }

    /// Checks that the shapes are canonical and ascending, and that each is found.
    ///
    /// # Errors
    /// The first one for which this does not hold.
    pub fn check(&self) -> Result<(), TableError> {
        let mut last = None;
        for number in 0..self.count {
            let shape = self.shape(number)?;
            if Some(shape) <= last || self.find(shape)? != Some(number) {
                let place = format!("shape {number}");
                return Err(self.container.damaged(place, "out of order", "ascending shapes"));
            }
            last = Some(shape);
        }
        Ok(())
    }

    /// Returns the number of a shape, or `None` if the list does not have it.
    ///
    /// # Errors
    /// The file is damaged.
    #[inline]
    pub fn find(&self, shape: Shape) -> Result<Option<usize>, TableError> {
        let mut slot = home(shape.number(), self.slots);
        for _ in 0..self.slots {
            let bytes = self.container.read(self.slots_at, 4 * slot..4 * slot + 4)?;
            let entry = u32::from_le_bytes(bytes.try_into().expect("4 bytes were read"));
            let Some(number) = entry.checked_sub(1) else { return Ok(None) };
            if self.drawing(number as usize)? == shape.number() {
                return Ok(Some(number as usize));
            }
            slot = (slot + 1) & (self.slots - 1);
        }
        Ok(None)
    }
}

#[inline(always)]
fn home(drawing: u128, slots: usize) -> usize {
    xxh3_64(&drawing.to_le_bytes()) as usize & (slots - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_found() {
        let directory = tempfile::tempdir().unwrap();
        for (squares, shapes) in Shape::all(6).iter().enumerate().skip(1) {
            let path = directory.path().join(ShapeList::file_name(squares));
            ShapeList::write(&path, shapes).unwrap();
            let list = ShapeList::new(Container::open(&path).unwrap()).unwrap();
            assert_eq!((list.squares(), list.count()), (squares, shapes.len()));
            for (number, shape) in shapes.iter().enumerate() {
                assert_eq!(list.shape(number).unwrap(), *shape);
                assert_eq!(list.find(*shape).unwrap(), Some(number));
            }
            assert!(list.shape(shapes.len()).is_err());
            let other = &Shape::all(7)[7][0];
            assert_eq!(list.find(*other).unwrap(), None);
        }
    }
}
