import { createHash } from 'node:crypto'
import { Client } from 'pg'

/** The portal has a few hundred statements at most. Any beyond that are planned each time they run. */
const mostNames = 500
const names = new Map<string, string>()

function getName(text: string): string | undefined {
  const existing = names.get(text)
  if (existing !== undefined || names.size >= mostNames) return existing
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** A connection that has Postgres parse and plan each statement only once. */
export class NamedStatementClient extends Client {
  // The library's own signature has a dozen overloads; all of them hand their arguments on.
  override query: Client['query'] = (...args: unknown[]) => {
    const [config, values] = args
    const named = isUnnamed(config, values) ? { ...config, name: getName(config.text) } : config
    return Reflect.apply(Reflect.get(Client.prototype, 'query'), this, [named, ...args.slice(1)])
  }
}

function isUnnamed(config: unknown, values: unknown): config is { text: string } {
  if (typeof config !== 'object' || config === null || !('text' in config)) return false
  const hasName = 'name' in config && Boolean(config.name)
  if (typeof config.text !== 'string' || hasName) return false
  const given = values ?? ('values' in config ? config.values : undefined)
  return (Array.isArray(given) && given.length > 0) || /^(select|with) /.test(config.text)
}
