const isElement = ({ type }) => type === 'JSXElement' || type === 'JSXFragment'

/** Whether a part of the tree is, or holds, an element. */
function holdsElement(node) {
  if (!node || typeof node !== 'object') return false
  if (Array.isArray(node)) return node.some(holdsElement)
  if (isElement(node)) return true
  return Object.entries(node).some(([key, value]) => key !== 'parent' && holdsElement(value))
}

/** What an expression may come to. */
function listOutcomes(node) {
  if (node.type === 'ParenthesizedExpression') return listOutcomes(node.expression)
  if (node.type === 'ConditionalExpression')
    return [...listOutcomes(node.consequent), ...listOutcomes(node.alternate)]
  if (node.type !== 'LogicalExpression') return [node]
  return node.operator === '&&'
    ? [node.left, ...listOutcomes(node.right)]
    : [...listOutcomes(node.left), ...listOutcomes(node.right)]
}

const isNothing = (node) =>
  (node.type === 'JSXText' && node.value.trim() === '') ||
  node.expression?.type === 'JSXEmptyExpression'
const isNull = (node) => node.type === 'Literal' && node.value === null
const isWritten = (node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

/** An element or a text that is there now and then: what is chosen, or a list. */
function comesAndGoes({ type, expression }) {
  if (type !== 'JSXExpressionContainer') return false
  const outcomes = listOutcomes(expression)
  if (outcomes.length > 1) return outcomes.some((node) => isNull(node) || isElement(node))
  return expression.type === 'CallExpression' && holdsElement(expression)
}

/** What React keeps as a text node of its own, beside others. */
function isText({ type, expression }) {
  if (type === 'JSXText') return true
  if (type !== 'JSXExpressionContainer' || holdsElement(expression)) return false
  // What a name stands for is unknown here: a text, or an element.
  if (expression.type === 'Identifier') return expression.name === 'children'
  if (expression.type === 'MemberExpression' && !expression.computed) return false
  const outcomes = listOutcomes(expression)
  return outcomes.length === 1 || outcomes.some(isWritten)
}

const nameOf = ({ expression }) => (expression?.type === 'Identifier' ? expression.name : null)

/** Whether a text has to expect that a sibling is put before it, or taken away. */
const mayMove = (sibling, text) =>
  sibling !== text &&
  (comesAndGoes(sibling) || (nameOf(text) === 'children' && nameOf(sibling) !== null))

const isFunction = ({ type }) => /Function/.test(type)
const isWait = ({ type }) => type === 'AwaitExpression' || type === 'YieldExpression'

/**
 * Walks through an expression in the order in which it is evaluated. `hasRead` is whether `isRead` held for an operand
 * whose value is still needed; returns it for what follows, and tells `onStale` of a wait in between.
 */
function walkInOrder(node, { isRead, onStale }, hasRead) {
  if (!node || typeof node !== 'object') return hasRead
  if (Array.isArray(node))
    return node.reduce((read, each) => walkInOrder(each, { isRead, onStale }, read), hasRead)
  if (typeof node.type !== 'string' || isFunction(node)) return hasRead
  const walk = (part, read) => walkInOrder(part, { isRead, onStale }, read)
  if (isWait(node)) {
    // What is handed to the call that is waited for is read on purpose.
    walk(node.argument, false)
    if (hasRead) onStale()
    return hasRead
  }
  if (node.type === 'ConditionalExpression') {
    walk(node.test, false)
    return [node.consequent, node.alternate].map((part) => walk(part, hasRead)).some(Boolean)
  }
  if (isRead(node)) return true
  return Object.entries(node).reduce(
    (read, [key, value]) => (key === 'parent' ? read : walk(value, read)),
    hasRead,
  )
}

const changers = new Set(['push', 'unshift', 'splice', 'set', 'add', 'delete', 'clear'])

/** What a statement or call changes, if that is a value with a name. */
function findChanged({ type, left, argument, callee }) {
  if (type === 'AssignmentExpression') return left
  if (type === 'UpdateExpression') return argument
  const isChanger = type === 'CallExpression' && changers.has(callee.property?.name)
  return isChanger ? callee.object : null
}

/** The name at the beginning of `name`, `name.part`, or `name[part]`. */
const rootOf = (node) => (node?.type === 'MemberExpression' ? rootOf(node.object) : node?.name)

/** Every part of a tree, functions in it included. */
function* partsOf(node) {
  if (!node || typeof node !== 'object') return
  if (typeof node.type === 'string') yield node
  for (const [key, value] of Object.entries(node)) if (key !== 'parent') yield* partsOf(value)
}

/** The names that parameters and declarations in a tree give. */
function listDeclared(tree) {
  const given = [...partsOf(tree)].flatMap((node) =>
    node.type === 'VariableDeclarator' ? [node.id] : isFunction(node) ? node.params : [],
  )
  return new Set(given.flatMap((pattern) => [...listUses(pattern)].map(({ node }) => node.name)))
}

/** Whether a call begins a transaction: `ctx.tx(async (inTx) => …)`. */
const isTransaction = ({ callee, arguments: [work] }) =>
  ['transaction', 'tx'].includes(callee.property?.name) &&
  rootOf(callee.object) !== undefined &&
  Boolean(work) &&
  isFunction(work)

/** The identifiers in a tree that stand for a value, each with what they are a part of. */
function* listUses(node, parent) {
  if (!node || typeof node !== 'object') return
  if (node.type === 'Identifier') yield { node, parent }
  for (const [key, value] of Object.entries(node)) {
    const isName = !node.computed && (key === 'property' || (key === 'key' && !node.shorthand))
    if (key !== 'parent' && !isName) yield* listUses(value, Array.isArray(node) ? parent : node)
  }
}

/** Lint rules of our own. */
export default {
  meta: { name: 'portal' },
  rules: {
    // In `total += await count()` the left side is read before the wait, so what was added meanwhile is lost.
    'no-stale-assignment': {
      create: (context) => ({
        AssignmentExpression(node) {
          const textOf = (part) => context.sourceCode.getText(part)
          const target = textOf(node.left)
          let isStale = false
          const watch = {
            isRead: (part) => part.type === node.left.type && textOf(part) === target,
            onStale: () => (isStale = true),
          }
          walkInOrder(node.right, watch, node.operator !== '=')
          if (isStale)
            context.report({
              node,
              message: 'Wait first, then assign: this reads the old value before it waits.',
            })
        },
      }),
    },
    // Postgres may end a transaction in favor of another; its work is done again then.
    'no-outside-changes': {
      create: (context) => ({
        CallExpression(call) {
          if (!isTransaction(call)) return
          const [work] = call.arguments
          const declared = listDeclared(work)
          for (const node of partsOf(work.body)) {
            const changed = rootOf(findChanged(node))
            if (changed !== undefined && !declared.has(changed))
              context.report({
                node,
                message: `A transaction may run twice: make ${changed} in it, and return it.`,
              })
          }
        },
      }),
    },
    // What goes past the transaction is written even if it is undone, and waits for its locks.
    'no-context-outside': {
      create: (context) => ({
        CallExpression(call) {
          if (!isTransaction(call)) return
          const [work] = call.arguments
          const outer = rootOf(call.callee.object)
          const declared = listDeclared(work)
          for (const { node, parent } of listUses(work.body)) {
            const isFact =
              parent?.type === 'MemberExpression' && !['db', 'tx'].includes(parent.property.name)
            const isOuter = node.name === 'db' || (node.name === outer && !isFact)
            if (isOuter && !declared.has(node.name))
              context.report({
                node,
                message: `This goes past the transaction: use its own context, not ${node.name}.`,
              })
          }
        },
        ObjectExpression({ properties }) {
          const names = properties.map(({ key }) => key?.name)
          const spreads = properties.map(({ argument }) => argument?.name)
          if (names.includes('by') && spreads.some((name) => /^(ctx|inTx)$/.test(name)))
            context.report({
              node: properties[names.indexOf('by')],
              message: 'Its transactions would have the actor before: createCtx(ctx, by).',
            })
          if (names.includes('db') && spreads.findLastIndex(Boolean) > names.indexOf('db'))
            context.report({
              node: properties[names.indexOf('db')],
              message: 'The db of what is spread wins: write db after it.',
            })
        },
      }),
    },
    // For what runs in browsers.
    'no-stream-iteration': {
      create: (context) => ({
        ForOfStatement(node) {
          if (node.await)
            context.report({ node, message: 'Safari cannot iterate over streams before 27.' })
        },
      }),
    },
    // A browser's translation replaces text nodes. React fails when it inserts before one, or removes it.
    'no-loose-text': {
      create(context) {
        function checkChildren({ children }) {
          const present = children.filter((child) => !isNothing(child))
          const loose = present.find(
            (child) => isText(child) && present.some((other) => mayMove(other, child)),
          )
          if (loose)
            context.report({
              node: loose,
              message: 'Wrap text in an element beside what comes and goes: browsers translate it.',
            })
        }
        return { JSXElement: checkChildren, JSXFragment: checkChildren }
      },
    },
  },
}
