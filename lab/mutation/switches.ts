import { parseSync } from 'vite'
import type { Mutant } from './mutants'

interface Node {
  type: string
  start: number
  end: number
}
type IfStatement = Node & { test: Node }
type Chained = Node & { callee: Node & { object: Node; property: Node } }

interface Wrapping {
  start: number
  end: number
  before: string
  after: string
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value
const isIf = (node: Node): node is IfStatement => node.type === 'IfStatement'
const isChained = (node: Node): node is Chained =>
  node.type === 'CallExpression' &&
  'callee' in node &&
  isNode(node.callee) &&
  node.callee.type === 'MemberExpression'
const isFunction = ({ type }: Node) => type.includes('Function')

/** The nodes around a place, innermost first. */
function nodesAt(root: Node, position: number): Node[] {
  const inner = Object.values(root)
    .flat()
    .filter(isNode)
    .find(({ start, end }) => start <= position && position < end)
  return inner ? [...nodesAt(inner, position), root] : [root]
}

/**
 * The same rule with a switch: what the file does while `isOff(id)` is true is what the mutant does. Null where
 * no test could turn it off, since it is read when the file is loaded, or handed over when the portal starts.
 */
function switchAt(program: Node, text: string, rule: Mutant & { id: number }): Wrapping[] | null {
  const { id, start, found } = rule
  const isOff = `globalThis.isOff(${id})`
  const end = start + found.length
  const path = nodesAt(program, start)
  if (!path.some(isFunction)) return null
  const around = ({ start: from, end: to }: Node, before: string, after: string): Wrapping[] => [
    { start: from, end: to, before, after },
  ]
  const orNothing = (node: Node) => around(node, `(${isOff} ? undefined : `, ')')

  if (found.startsWith('if')) {
    const check = path.filter(isIf).find((node) => node.start === start)
    if (!check) return null
    // What is awaited is a part of the rule.
    return /\bawait\b/.test(text.slice(check.test.start, check.test.end))
      ? around(check, `if (!${isOff}) `, '')
      : around(check.test, '(', `) && !${isOff}`)
  }
  if (found.startsWith('await')) {
    const from = path.filter((node) => node.start === start)
    const statement = from.find(({ type }) => type === 'ExpressionStatement')
    if (statement) return around(statement, `if (!${isOff}) `, '')
    const awaited = from.find(({ type }) => type === 'AwaitExpression')
    return awaited ? orNothing(awaited) : null
  }
  if (found.startsWith('.')) {
    const call = path.filter(isChained).find(({ callee }) => callee.property.start === start + 1)
    if (!call) return null
    const { object } = call.callee
    return [
      ...around(call, '', ')'),
      ...around(object, `globalThis.chain(${id}, `, ', (rest) => rest'),
    ]
  }
  if (found.startsWith('and ')) {
    if (path[0]?.type !== 'TemplateElement') return null
    return [{ start, end, before: `\${${isOff} ? sql\`\` : sql\``, after: '`}' }]
  }
  if (/^(?:eq|isNull|isNotNull|gt|lt|lte|gte|ne|inArray)\(/.test(found)) {
    const condition = path.find((node) => node.type === 'CallExpression' && node.start === start)
    return condition ? orNothing(condition) : null
  }
  return null
}

/** The text of a file in which each rule has a switch, but those that can't have one. */
export function addSwitches(text: string, rules: (Mutant & { id: number })[]): string {
  const { program } = parseSync('rules.ts', text, { lang: 'ts' })
  const all = rules.flatMap((rule) => switchAt(program, text, rule) ?? [])
  // What opens last closes first.
  const opening = all.toSorted((one, other) => one.start - other.start || other.end - one.end)
  const closing = all.toSorted((one, other) => one.end - other.end || other.start - one.start)
  const ends = new Set(all.flatMap(({ start, end }) => [start, end]))
  let written = 0
  let result = ''
  for (const at of [...ends].toSorted((one, other) => one - other)) {
    result += text.slice(written, at)
    written = at
    for (const { end, after } of closing) if (end === at) result += after
    for (const { start, before } of opening) if (start === at) result += before
  }
  return result + text.slice(written)
}
