//! As much of the CUDA driver API as is needed, loaded from libcuda when the program runs.

use libloading::Library;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::ptr::{null, null_mut};

/// Why there is no result.
pub enum Error {
    /// There is no GPU here.
    Unavailable(String),
    /// There is one, and something went wrong.
    Failed(String),
}

/// A GPU with a current context.
pub struct Gpu {
    library: Library,
    optimization: u32,
    /// Its compute capability: 90 for `sm_90`.
    pub architecture: u32,
    /// The device's name.
    pub name: String,
    /// The driver API's version, as in `13.0`.
    pub version: String,
}

/// A loaded PTX module.
pub struct Module<'a> {
    gpu: &'a Gpu,
    handle: *mut c_void,
}

/// Device memory for `a`, `b`, `c` and `d`.
pub struct Buffers<'a> {
    gpu: &'a Gpu,
    addresses: [u64; 4],
    count: usize,
}

/// Calls a driver function by name; a status other than 0 is an error.
macro_rules! call {
    ($library:expr, $name:literal ( $($type:ty = $value:expr),* )) => {{
        // SAFETY: the signatures are those of the CUDA driver API's documentation.
        unsafe {
            $library
                .get::<unsafe extern "C" fn($($type),*) -> c_int>($name.as_bytes())
                .map_err(|error| Error::Failed(format!("libcuda has no {}: {error}", $name)))
                .and_then(|function| match function($($value),*) {
                    0 => Ok(()),
                    status => Err(Error::Failed(format!("{} returned {status}", $name))),
                })
        }
    }};
}

/// Threads of a block.
const THREADS: usize = 256;
/// Numbers of the options of [`Gpu::load`].
const JIT_OPTIMIZATION_LEVEL: c_int = 7;
const JIT_ERROR_LOG_BUFFER: c_int = 5;
const JIT_ERROR_LOG_BUFFER_SIZE_BYTES: c_int = 6;
/// Numbers of the attributes that hold the compute capability.
const CAPABILITY: [c_int; 2] = [75, 76];

impl Gpu {
    /// Opens the first device, for modules compiled with a level of optimization, 0 to 4.
    pub fn open(optimization: u32) -> Result<Self, Error> {
        // SAFETY: loading libcuda runs its initialisers, as in every CUDA program.
        let library = unsafe { Library::new("libcuda.so.1").or_else(|_| Library::new("nvcuda.dll")) };
        let library = library.map_err(|_| Error::Unavailable("libcuda not found".into()))?;
        if let Err(Error::Failed(why)) = call!(library, "cuInit"(c_uint = 0)) {
            return Err(Error::Unavailable(format!("no GPU: {why}")));
        }
        let (mut device, mut version) = (0, 0);
        let mut context = null_mut();
        let mut name = [0 as c_char; 128];
        call!(library, "cuDeviceGet"(*mut c_int = &mut device, c_int = 0))?;
        call!(library, "cuDriverGetVersion"(*mut c_int = &mut version))?;
        call!(library, "cuDeviceGetName"(*mut c_char = name.as_mut_ptr(), c_int = 128, c_int = device))?;
        let mut capability = [0; 2];
        for (value, attribute) in capability.iter_mut().zip(CAPABILITY) {
            call!(library, "cuDeviceGetAttribute"(*mut c_int = &mut *value, c_int = attribute, c_int = device))?;
        }
        call!(library, "cuDevicePrimaryCtxRetain"(*mut *mut c_void = &mut context, c_int = device))?;
        call!(library, "cuCtxSetCurrent"(*mut c_void = context))?;
        // SAFETY: the driver wrote a terminated name.
        let name = unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy().into_owned();
        Ok(Gpu {
            library,
            optimization,
            architecture: (10 * capability[0] + capability[1]) as u32,
            name,
            version: format!("{}.{}", version / 1000, version % 1000 / 10),
        })
    }

    /// Compiles PTX text with the driver's compiler.
    pub fn load(&self, text: &str) -> Result<Module<'_>, Error> {
        let text = CString::new(text).map_err(|error| Error::Failed(error.to_string()))?;
        let mut handle = null_mut();
        let mut log = vec![0_u8; 4096];
        let mut options = [
            JIT_OPTIMIZATION_LEVEL,
            JIT_ERROR_LOG_BUFFER,
            JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
        ];
        let mut values = [
            self.optimization as usize as *mut c_void,
            log.as_mut_ptr().cast(),
            log.len() as *mut c_void,
        ];
        let loaded = call!(
            self.library,
            "cuModuleLoadDataEx"(
                *mut *mut c_void = &mut handle,
                *const c_void = text.as_ptr().cast(),
                c_uint = options.len() as c_uint,
                *mut c_int = options.as_mut_ptr(),
                *mut *mut c_void = values.as_mut_ptr()
            )
        );
        loaded.map_err(|error| match error {
            Error::Failed(why) => {
                let log = CStr::from_bytes_until_nul(&log).unwrap_or_default();
                Error::Failed(format!("{why}: {}", log.to_string_lossy()))
            }
            unavailable => unavailable,
        })?;
        Ok(Module { gpu: self, handle })
    }

    /// Copies the operands to the device.
    pub fn upload(&self, operands: &[&[u32]; 3]) -> Result<Buffers<'_>, Error> {
        let count = operands[0].len();
        let mut buffers = Buffers {
            gpu: self,
            addresses: [0; 4],
            count,
        };
        for (i, address) in buffers.addresses.iter_mut().enumerate() {
            call!(self.library, "cuMemAlloc_v2"(*mut u64 = &mut *address, usize = 4 * count))?;
            if let Some(values) = operands.get(i) {
                call!(
                    self.library,
                    "cuMemcpyHtoD_v2"(u64 = *address, *const c_void = values.as_ptr().cast(), usize = 4 * count)
                )?;
            }
        }
        Ok(buffers)
    }
}

impl Module<'_> {
    /// Runs a kernel in so many threads, at most 256 or a multiple of it, and returns the results of all operands.
    pub fn run(&self, name: &str, buffers: &Buffers, threads: usize) -> Result<Vec<u32>, Error> {
        let library = &self.gpu.library;
        let name = CString::new(name).map_err(|error| Error::Failed(error.to_string()))?;
        let mut function = null_mut();
        call!(
            library,
            "cuModuleGetFunction"(*mut *mut c_void = &mut function, *mut c_void = self.handle, *const c_char = name.as_ptr())
        )?;
        let mut addresses = buffers.addresses;
        let mut parameters = addresses
            .each_mut()
            .map(|address| (address as *mut u64).cast::<c_void>());
        let blocks = threads.div_ceil(THREADS) as c_uint;
        call!(
            library,
            "cuLaunchKernel"(
                *mut c_void = function,
                c_uint = blocks, c_uint = 1, c_uint = 1,
                c_uint = threads.min(THREADS) as c_uint, c_uint = 1, c_uint = 1,
                c_uint = 0, *mut c_void = null_mut(),
                *mut *mut c_void = parameters.as_mut_ptr(), *const *mut c_void = null()
            )
        )?;
        let mut results = vec![0u32; buffers.count];
        call!(
            library,
            "cuMemcpyDtoH_v2"(*mut c_void = results.as_mut_ptr().cast(), u64 = buffers.addresses[3], usize = 4 * buffers.count)
        )?;
        Ok(results)
    }
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        let _ = call!(self.gpu.library, "cuModuleUnload"(*mut c_void = self.handle));
    }
}

impl Drop for Buffers<'_> {
    fn drop(&mut self) {
        for address in self.addresses {
            let _ = call!(self.gpu.library, "cuMemFree_v2"(u64 = address));
        }
    }
}
