import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkArchitecture } from './architecture'

const notOurs = new Set(['node_modules', 'dist', '.git', '.data', '.env', '.artifacts'])

/** Every file of the project with its text; of uploads only what belongs to the project. */
function readProject(folder = ''): Map<string, string> {
  const files = new Map<string, string>()
  for (const entry of readdirSync(folder || '.', { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (notOurs.has(entry.name) || path.endsWith('.log')) continue
    if (folder === 'uploads' && entry.name !== '.gitkeep') continue
    if (entry.isDirectory()) readProject(path).forEach((text, name) => files.set(name, text))
    else files.set(path, /\.(tsx?|css|mjs)$/.test(path) ? readFileSync(path, 'utf8') : '')
  }
  return files
}

const problems = checkArchitecture(readProject())
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log('The architecture holds.')
