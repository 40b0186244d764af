import { resolve } from 'node:path'

/** Whether this runs from the folder that `npm run build` makes, or from the sources. */
export const isBuilt = import.meta.filename.endsWith('.js')

/** Whether `tsx` compiles what this process loads, as in development; then it compiles for its helpers as well. */
export const isCompiledHere = process.execArgv.some((option) => option.includes('tsx'))

/** The project, or the build: `server` is in it, and what the server needs in addition to its code. */
const installFolder = resolve(import.meta.dirname, '..')

export const packagePath = resolve(installFolder, 'package.json')
export const migrationsFolder = resolve(installFolder, 'migrations')
export const clientFolder = resolve(installFolder, isBuilt ? 'client' : 'dist/client')

/** The build folder of what runs in addition to the server: its threads and processes, for tests of the sources as well. */
export const builtServerFolder = isBuilt
  ? import.meta.dirname
  : resolve(installFolder, 'dist/server')
