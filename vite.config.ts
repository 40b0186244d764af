import { dirname, resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' }
import { defineConfig, loadEnv, type Plugin, type Rolldown } from 'vite'
import { viteStaticCopy } from 'vite-plugin-static-copy'
import { defaultBrand } from './shared/brand.ts'

type Graph = Rolldown.ChunkingContext

const isPage = (id: string) => /[\\/]src[\\/]pages[\\/]/.test(id)
/** What people see before they have an account, most of them on a phone. Links of mails and codes lead to the others. */
const isPublicPage = (id: string) =>
  /[\\/]src[\\/]pages[\\/](site[\\/](?!(meet|photo|email-choices)-page|email-change)|onboarding[\\/]onboarding-page)/.test(
    id,
  )
const landingPage = resolve('client/src/pages/site/landing-page.tsx')

/** What only some pages need, and what stands on it, stays apart from what any page may need. */
const radix = /node_modules[\\/]@radix-ui[\\/]/
const forms = /node_modules[\\/](zod|react-hook-form)[\\/]/
const small =
  /[\\/](client[\\/]src[\\/](ui|lib)|shared)[\\/]|node_modules[\\/](react|react-dom|wouter|lucide-react)[\\/]/

/** What the two people of an introduction read: the administrator's pages need none of it. */
const ofIntroduction = /[\\/](introduction-words|tell-introduction)\.ts/

const importsOf = (id: string, graph: Graph) => graph.getModuleInfo(id)?.importedIds ?? []
const importersOf = (id: string, graph: Graph) => graph.getModuleInfo(id)?.importers ?? []

/** The module, and whatever one comes to from there. */
function follow(id: string, next: typeof importsOf, graph: Graph, found = new Set<string>()) {
  if (found.has(id)) return found
  found.add(id)
  for (const other of next(id, graph)) follow(other, next, graph, found)
  return found
}

const needs = (id: string, graph: Graph, library: RegExp) =>
  [...follow(id, importsOf, graph)].some((module) => library.test(module))
const light = new Map<string, boolean>()
function isLight(id: string, graph: Graph): boolean {
  const known = light.get(id) ?? (!needs(id, graph, radix) && !needs(id, graph, forms))
  light.set(id, known)
  return known
}
const isSmall = (id: string, graph: Graph) =>
  [...follow(id, importsOf, graph)].every((module) => small.test(module))
const isPublic = (id: string, graph: Graph) =>
  [...follow(id, importersOf, graph)].some(isPublicPage)
/** What public pages draw before their forms are there. */
const isDrawnFirst = (id: string, graph: Graph) =>
  [...follow(id, lightImportersOf, graph)].some(isPublicPage)
const lightImportersOf = (id: string, graph: Graph) =>
  importersOf(id, graph).filter((importer) => isPage(importer) || isLight(importer, graph))

/** A file of what pages share; never of a page itself. */
const shared = (
  name: string,
  minShareCount: number,
  belongs: (id: string, graph: Graph) => boolean,
) => ({
  name: (id: string, graph: Graph) => (!isPage(id) && belongs(id, graph) ? name : null),
  debugName: name,
  minShareCount,
})

/**
 * What pages share, in a few files instead of thirty: each file costs a phone a round trip, or its share of one.
 * In this order each takes what its modules need and no file before it has, so that no two import each other.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'app', tags: ['$initial'] },
  shared('landing', 2, (id, graph) => follow(landingPage, importsOf, graph).has(id)),
  shared('kit', 6, (id, graph) => isLight(id, graph) && isDrawnFirst(id, graph)),
  shared('desk', 6, isLight),
  shared('radix', 6, (id, graph) => !needs(id, graph, forms)),
  shared('forms', 6, () => true),
  {
    ...shared('small', 2, (id, graph) => isSmall(id, graph) && isPublic(id, graph)),
    maxModuleSize: 4_000,
  },
  {
    ...shared('small-desk', 2, (id, graph) => isSmall(id, graph) && !ofIntroduction.test(id)),
    maxModuleSize: 4_000,
  },
]
const codeSplitting = {
  groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })),
}

/** Writes into the page whom to ask, for those whose browser cannot run the app. */
function supportInPage(): Plugin {
  let env: Record<string, string> = {}
  return {
    name: 'support-in-page',
    configResolved: ({ mode, envDir }) => {
      env = loadEnv(mode, envDir || '.', 'SUPPORT_')
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replaceAll('%PORTAL_NAME%', defaultBrand.portalName)
          .replaceAll('%SUPPORT_PHONE%', env['SUPPORT_PHONE'] || defaultBrand.supportPhone)
          .replaceAll('%SUPPORT_EMAIL%', env['SUPPORT_EMAIL'] || defaultBrand.supportEmail),
    },
  }
}

/** The client's build. Brand settings are read from the environment at build time. */
export default defineConfig({
  root: 'client',
  envDir: '..',
  envPrefix: ['SUPPORT_', 'STREET_'],
  plugins: [
    react(),
    tailwindcss(),
    supportInPage(),
    // What the PDF preview reads by name.
    viteStaticCopy({
      targets: [
        'legacy/build/pdf.worker.min.mjs',
        'cmaps/*',
        'standard_fonts/*',
        'wasm/*.wasm',
        'wasm/openjpeg_nowasm_fallback.js',
      ].map((src) => ({
        src: `../node_modules/pdfjs-dist/${src}`,
        dest: `assets/pdfjs-${pdfjs.version}/${dirname(src)}`,
      })),
    }),
  ],
  resolve: { tsconfigPaths: true },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    // Inlined fonts would be data: URLs, which the content security policy refuses.
    assetsInlineLimit: 0,
    target: 'es2022',
    // Older browsers load each script when it is imported.
    modulePreload: { polyfill: false },
  },
})
