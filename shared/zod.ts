import { z } from 'zod'

// zod compiles schemas with `eval`, and probes for it whenever one is made. The pages' content
// security policy refuses and reports that, so it is turned off before the first schema exists.
z.config({ jitless: true })

export { z }
