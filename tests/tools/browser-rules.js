/** Lint rules of our own, for what runs in browsers. */
export default {
  meta: { name: 'browser' },
  rules: {
    'no-stream-iteration': {
      create: (context) => ({
        ForOfStatement(node) {
          if (node.await)
            context.report({ node, message: 'Safari cannot iterate over streams before 27.' })
        },
      }),
    },
  },
}
