import { resolve } from 'node:path'

/** Whether this runs from the folder that `npm run build` makes, or from the sources. */
export const isBuilt = import.meta.filename.endsWith('.js')

/** The project, or the build: `server` lies in it, and what the server needs beside its code. */
export const installFolder = resolve(import.meta.dirname, '..')

export const migrationsFolder = resolve(installFolder, 'migrations')
export const clientFolder = resolve(installFolder, isBuilt ? 'client' : 'dist/client')
