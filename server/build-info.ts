import { readFileSync } from 'node:fs'
import { z } from '@shared/zod'
import { packagePath } from './install-folder'

const packageSchema = z.object({
  version: z.string(),
  /** The build writes it; the sources have none. */
  commit: z.string().default('not built'),
})

/** Which version of the portal runs, and the commit that it was built from. Strangers aren't told. */
export const buildInfo = packageSchema.parse(JSON.parse(readFileSync(packagePath, 'utf8')))
