import { readFile } from 'node:fs/promises'
import { z } from '@shared/zod'

const manifest = z.object({ scripts: z.object({ start: z.string() }) })

/** What `npm start` gives the portal's process in addition to its settings: for its memory, above all. */
export async function readStartCommand() {
  const { scripts } = manifest.parse(JSON.parse(await readFile('package.json', 'utf8')))
  const [, given, options] =
    /^exec env (.+) node (.+) dist\/server\/index\.js$/.exec(scripts.start) ?? []
  if (!given || !options) throw new Error(`npm start is of another form: ${scripts.start}`)
  const settings = given.split(' ').map((setting) => setting.split('=', 2))
  return {
    environment: Object.fromEntries(settings.map(([name = '', value = '']) => [name, value])),
    nodeOptions: options.split(' '),
  }
}
