import { parseSync } from 'vite'
import type { Mutant } from './mutants'

interface Node {
  type: string
  start: number
  end: number
}
interface Insertion {
  at: number
  text: string
  /** Where what it closes begins: what begins last closes first. */
  opened?: number
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** The nodes around a place, outermost first. */
function nodesAt(root: Node, position: number): Node[] {
  const inner = Object.values(root)
    .flat()
    .filter(isNode)
    .find(({ start, end }) => start <= position && position < end)
  return inner ? [root, ...nodesAt(inner, position)] : [root]
}

const isFunction = ({ type }: Node) => type.includes('Function')
const isStatement = ({ type }: Node) => /(?:Statement|VariableDeclaration)$/.test(type)

/** What reports that the code around a place is executed; nothing for what a module runs when it is loaded. */
function reportAt(program: Node, position: number, id: number): Insertion[] {
  const call = `globalThis.reachRule?.(${id})`
  const path = nodesAt(program, position)
  for (const [index, node] of [...path.entries()].toReversed()) {
    const parent = path[index - 1]
    if (!parent || !path.slice(0, index).some(isFunction)) return []
    const closed = { at: node.end, opened: node.start }
    if (parent.type === 'ArrowFunctionExpression' && 'body' in parent && parent.body === node) {
      if (node.type === 'BlockStatement') continue
      return [
        { at: node.start, text: `(${call}, ` },
        { ...closed, text: ')' },
      ]
    }
    if (!isStatement(node) || node.type === 'BlockStatement') continue
    if (parent.type === 'BlockStatement') return [{ at: node.start, text: `${call}; ` }]
    if (node.type === 'VariableDeclaration') continue
    return [
      { at: node.start, text: `{ ${call}; ` },
      { ...closed, text: '}' },
    ]
  }
  return []
}

/**
 * The text of a file in which each of its rules reports its id to `globalThis.reachRule` when it is applied:
 * a check when it throws, any other rule when its statement is executed.
 */
export function reportReach(text: string, rules: (Mutant & { id: number })[]): string {
  const { program } = parseSync('rules.ts', text, { lang: 'ts' })
  const insertions = rules.flatMap(({ id, start, found }) => {
    // Guards are handed over once, when the portal starts, whichever test is refused by them later.
    if (/^(?:require|allow|limits)/.test(found)) return []
    const thrown = found.startsWith('if') ? found.search(/\bthrow\b/) : 0
    return reportAt(program, start + thrown, id)
  })
  const ordered = insertions.toSorted(
    (one, other) =>
      one.at - other.at ||
      Number(one.opened === undefined) - Number(other.opened === undefined) ||
      (other.opened ?? 0) - (one.opened ?? 0),
  )
  let written = 0
  let result = ''
  for (const { at, text: inserted } of ordered) {
    result += text.slice(written, at) + inserted
    written = at
  }
  return result + text.slice(written)
}

/** Vitest runs this before each file of tests: it appends which of its tests reach which rules to a file. */
export const recorder = (output: string): string => `
import { appendFileSync } from 'node:fs'
import { afterAll, beforeEach } from 'vitest'

const reached = new Set()
let test = null
globalThis.reachRule = (id) => { reached.add(test && id + ' ' + test.file.filepath + ' ' + test.id) }
beforeEach(({ task }) => { test = task })
afterAll(() => {
  reached.delete(null)
  appendFileSync(${JSON.stringify(output)}, [...reached, ''].join('\\n'))
})
`
