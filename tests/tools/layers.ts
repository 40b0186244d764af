import type { Import } from './read-imports'

/** Why a file may not import that; undefined when it may. */
export type Rule = (from: string, imported: Import) => string | undefined

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const topOf = (path: string) => path.split('/', 1).join()

/** The one module of shared with a library of its own (decision 8). */
const passwordVerdict = 'shared/password-verdict.ts'

/** Client and server meet in shared only, and nothing that ships needs the tests. */
const sides: Rule = (from, { path, specifier }) => {
  if (path === null) {
    if (topOf(from) !== 'shared' || isTest(from) || specifier === 'zod') return undefined
    const isEstimator = from === passwordVerdict && specifier.startsWith('@zxcvbn-ts/')
    return isEstimator ? undefined : 'shared imports only zod'
  }
  const [here, there] = [topOf(from), topOf(path)]
  if (there === 'lab') return here === 'lab' ? undefined : 'nothing imports the lab'
  if (here === there || here === 'tests' || here === 'lab' || there === 'shared') return undefined
  if (there === 'tests') return isTest(from) ? undefined : 'only tests import tests'
  if (here === 'shared') return 'shared imports only zod'
  if (here === 'client' && there === 'server') return 'the client never imports the server'
  if (here === 'server' && there === 'client') return 'the server never imports the client'
  return undefined
}

const clientLayers: Record<string, readonly string[]> = {
  app: ['app', 'pages', 'features', 'ui', 'lib', 'content'],
  pages: ['pages', 'features', 'ui', 'lib', 'content'],
  features: ['features', 'ui', 'lib', 'content'],
  ui: ['ui', 'lib'],
  lib: ['lib'],
  content: ['content', 'lib'],
}
const sessionHook = /^client\/src\/features\/accounts\/use-session(\.tsx?)?$/
const libOfUi =
  /^client\/src\/lib\/(announce|brand|focus|format|is-shown|lazy-part|store|toast-store|top-dialog|use-title-state)(\.tsx?)?$/

/** `client/src/pages/admin/users-page.tsx` is of layer `pages`, group `admin`. */
function clientPlace(path: string) {
  const [, layer = '', group = ''] = /^client\/src\/(?:([^/]+)\/)?([^/]+)/.exec(path) ?? []
  return { layer: layer === '' ? 'app' : layer, group }
}

const clientDirection: Rule = (from, { path }) => {
  if (isTest(from) || !from.startsWith('client/src/') || !path?.startsWith('client/src/'))
    return undefined
  const here = clientPlace(from)
  const there = clientPlace(path)
  if (!clientLayers[here.layer]?.includes(there.layer))
    return `${here.layer} never imports ${there.layer}`
  if (here.layer === 'ui' && there.layer === 'lib' && !libOfUi.test(path))
    return 'ui imports of lib only announce, brand, focus, format, is-shown, lazy-part, store, toast-store, top-dialog and use-title-state'
  if (here.layer !== there.layer || here.group === there.group) return undefined
  if (here.layer === 'pages') return 'pages never import pages of another folder'
  if (here.layer === 'features' && !sessionHook.test(path))
    return 'features never import features, except the session hook'
  return undefined
}

const serverLayers: Record<string, readonly string[]> = {
  start: ['start', 'app', 'features', 'http', 'ctx', 'db', 'storage', 'base', 'env'],
  app: ['app', 'features', 'http', 'ctx', 'db', 'storage', 'base', 'env'],
  features: ['features', 'http', 'ctx', 'db', 'storage', 'base', 'env'],
  http: ['http', 'ctx', 'db', 'storage', 'base', 'env'],
  ctx: ['db', 'storage', 'base', 'env'],
  db: ['db', 'base', 'env'],
  storage: ['storage', 'base', 'env'],
  base: ['base'],
  env: ['env'],
}

function serverLayer(path: string): string {
  if (/^server\/((index|start)(\.ts)?$|cli\/)/.test(path)) return 'start'
  if (/^server\/ctx(\.ts)?$/.test(path)) return 'ctx'
  if (/^server\/env(-\w+)?(\.ts)?$/.test(path)) return 'env'
  if (
    /^server\/(build-info|database-away|errors|escape-html|free-port|install-folder|places|report-outage|short-name|storage-away|tokens|unescape-xml|worker-threads)(\.ts)?$/.test(
      path,
    )
  )
    return 'base'
  return /^server\/(features|http|db|storage)\//.exec(path)?.[1] ?? 'app'
}

const serverDirection: Rule = (from, { path, isTypeOnly }) => {
  if (isTest(from) || !from.startsWith('server/') || !path?.startsWith('server/')) return undefined
  const here = serverLayer(from)
  const there = serverLayer(path)
  if (!serverLayers[here]?.includes(there)) return `${here} never imports ${there}`
  if (here === 'http' && (there === 'db' || there === 'storage') && !isTypeOnly)
    return `http imports only types of ${there}`
  return undefined
}

/** `server/features/files/admin-routes.ts` is the role `routes` of the feature `files`, also in a wing. */
function featurePlace(path: string) {
  const match = /^server\/features\/([^/]+)\/(?:[^/]+\/)*([^/]+?)(\.ts)?$/.exec(path)
  if (!match) return undefined
  const [, feature = '', name = ''] = match
  return {
    feature,
    role: /(?:^|-)(routes|policy|presenter|queries|jobs)$/.exec(name)?.[1] ?? 'operation',
  }
}

/** The features of the server, lowest first: each imports only features of lines above its own. */
export const featureLayers = [
  ['audit'],
  ['consents'],
  ['mail'],
  ['notes', 'profile-completion', 'questions', 'rewards', 'scores', 'texts'],
  ['decisions', 'matches', 'referrals'],
  ['accounts', 'credentials', 'entrepreneurs', 'files', 'messages'],
  ['backups', 'payouts', 'users'],
  ['bulk-runs', 'exports', 'system'],
  ['overview'],
]
const layerOf = (feature: string) => featureLayers.findIndex((layer) => layer.includes(feature))

const auditTrail = /^server\/features\/audit\/record-event(\.ts)?$/

const insideFeatures: Rule = (from, { path }) => {
  const there = path === null || isTest(from) ? undefined : featurePlace(path)
  if (!there) return undefined
  const here = featurePlace(from)
  if (here?.role === 'routes' && path !== null && auditTrail.test(path))
    return 'routes leave transactions and the audit trail to operations'
  if (there.role === 'routes' && from !== 'server/app.ts') return 'only app.ts imports routes'
  if (!here || here.feature === there.feature) return undefined
  if (there.role !== 'operation' && there.role !== 'queries')
    return 'of another feature only operations and queries may be imported'
  if (layerOf(here.feature) < 0)
    return `${here.feature} is in no layer of features (tests/tools/layers.ts)`
  if (layerOf(there.feature) >= layerOf(here.feature))
    return `${here.feature} is no layer above ${there.feature} (tests/tools/layers.ts)`
  return undefined
}

const isPackage = (specifier: string, name: string) =>
  specifier === name || specifier.startsWith(`${name}/`)

/** Only routes see requests and answers; only queries, jobs and operations see the database. */
const packagesOfFeatures: Rule = (from, { specifier, path }) => {
  const here = isTest(from) ? undefined : featurePlace(from)
  if (!here) return undefined
  if (isPackage(specifier, 'express') && here.role !== 'routes') return 'only routes import express'
  const isDatabase = isPackage(specifier, 'drizzle-orm') || path?.startsWith('server/db/schema/')
  if (isDatabase && ['routes', 'policy', 'presenter'].includes(here.role))
    return `${here.role} never touch the database`
  return undefined
}

export const importRules: readonly Rule[] = [
  sides,
  clientDirection,
  serverDirection,
  insideFeatures,
  packagesOfFeatures,
]
