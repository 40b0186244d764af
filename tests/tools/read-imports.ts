import { posix } from 'node:path'
import { parseSync, Visitor } from 'vite'

export interface Import {
  /** As written: `express`, `@shared/files`, `./queries`. */
  specifier: string
  /** Path from the project's root, with its extension where the file is known; null for packages. */
  path: string | null
  isTypeOnly: boolean
}

export interface SourceFacts {
  imports: Import[]
  hasDefaultExport: boolean
  onlyReExports: boolean
  readsProcessEnv: boolean
  opensTransaction: boolean
}

const extensions = ['', '.ts', '.tsx', '.d.ts', '/index.ts', '/index.tsx']

/** What a TypeScript file imports, exports and reads, by its syntax tree; null if it has none. */
export function readSource(
  path: string,
  source: string,
  paths: ReadonlySet<string>,
): SourceFacts | null {
  const { program, module, errors } = parseSync(path, source)
  if (errors.length > 0) return null

  const found: { specifier: string; isTypeOnly: boolean }[] = []
  for (const { moduleRequest, entries } of module.staticImports) {
    const isTypeOnly = entries.length > 0 && entries.every((entry) => entry.isType)
    found.push({ specifier: moduleRequest.value, isTypeOnly })
  }
  const exported = module.staticExports.flatMap(({ entries }) => entries)
  for (const { moduleRequest, isType } of exported) {
    if (moduleRequest) found.push({ specifier: moduleRequest.value, isTypeOnly: isType })
  }

  let opensTransaction = false
  let readsProcessEnv = found.some(({ specifier }) => /^(node:)?process$/.test(specifier))
  new Visitor({
    ImportExpression({ source: target }) {
      if (target.type === 'Literal' && typeof target.value === 'string')
        found.push({ specifier: target.value, isTypeOnly: false })
    },
    TSImportType({ source: target }) {
      found.push({ specifier: target.value, isTypeOnly: true })
    },
    MemberExpression({ object, property }) {
      const isProcess = object.type === 'Identifier' && object.name === 'process'
      if (isProcess && property.type === 'Identifier' && property.name === 'env')
        readsProcessEnv = true
      if (property.type === 'Identifier' && property.name === 'transaction') opensTransaction = true
    },
  }).visit(program)

  return {
    imports: found.map((one) => ({ ...one, path: resolveImport(path, one.specifier, paths) })),
    opensTransaction,
    hasDefaultExport: exported.some(
      ({ exportName }) => exportName.kind === 'Default' || exportName.name === 'default',
    ),
    onlyReExports:
      program.body.length > 0 &&
      program.body.every(
        (statement) =>
          statement.type === 'ExportAllDeclaration' ||
          (statement.type === 'ExportNamedDeclaration' && statement.source !== null),
      ),
    readsProcessEnv,
  }
}

function resolveImport(from: string, specifier: string, paths: ReadonlySet<string>): string | null {
  const [plain = ''] = specifier.split('?', 1)
  let target: string
  if (plain.startsWith('@/')) target = `client/src/${plain.slice(2)}`
  else if (/^@(shared|server|tests)\//.test(plain)) target = plain.slice(1)
  else if (plain.startsWith('.')) target = posix.join(posix.dirname(from), plain)
  else return null
  const known = extensions.map((extension) => target + extension).find((path) => paths.has(path))
  return known ?? target
}
