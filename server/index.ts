import { setFlagsFromString } from 'node:v8'

// Documents pass through buffers that V8 counts as growth of its heap: left to itself, it may look through all of the
// heap for garbage with every other upload.
setFlagsFromString('--heap-growing-percent=200')

// Node has a navigator from version 21 on. Without one, pg makes a `Response` to find out whether it runs at
// Cloudflare, for which Node loads all of `fetch`: 30 ms of a start, and 5 MB.
if (!('navigator' in globalThis)) {
  Object.assign(globalThis, { navigator: { userAgent: `Node.js/${process.versions.node}` } })
}

await import('./start')
