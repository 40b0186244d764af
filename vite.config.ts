import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' }
import { defineConfig, loadEnv, type Plugin, type Rolldown } from 'vite'
import { viteStaticCopy } from 'vite-plugin-static-copy'
import { defaultBrand } from './shared/brand.ts'

/** What only some pages need, and what stands on it, stays apart from what any page may need. */
const families = [
  { name: 'forms', library: /node_modules[\\/]react-hook-form[\\/]/ },
  { name: 'zod', library: /node_modules[\\/]zod[\\/]/ },
  { name: 'radix', library: /node_modules[\\/]@radix-ui[\\/]/ },
]

const isPage = (id: string) => /[\\/]src[\\/]pages[\\/]/.test(id)

/** Of what pages share, the part that the landing page needs: most visitors see no other page. */
function landingChunk(id: string, graph: Rolldown.ChunkingContext): string | null {
  const page = resolve('client/src/pages/site/landing-page.tsx')
  return !isPage(id) && withDependencies(page, graph).has(id) ? 'landing' : null
}

/**
 * The chunk of a module that many pages share, by what it leads to. In three files instead of thirty
 * they arrive sooner: each file costs a phone a round trip, or its share of one.
 */
function sharedChunk(id: string, graph: Rolldown.ChunkingContext): string | null {
  if (isPage(id)) return null
  const modules = [...withDependencies(id, graph)]
  const leadsTo = (library: RegExp) => modules.some((module) => library.test(module))
  return families.find(({ library }) => leadsTo(library))?.name ?? 'kit'
}

/** What only a few pages share, in one file as well, where it is small and leads to nothing large. */
function smallChunk(id: string, graph: Rolldown.ChunkingContext): string | null {
  const isSmall = [...withDependencies(id, graph)].every((module) => small.test(module))
  return isSmall ? 'small' : null
}

const small =
  /[\\/](client[\\/]src[\\/](ui|lib)|shared)[\\/]|node_modules[\\/](react|react-dom|wouter|lucide-react)[\\/]/

function withDependencies(
  id: string,
  graph: Rolldown.ChunkingContext,
  found = new Set<string>(),
): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const next of graph.getModuleInfo(id)?.importedIds ?? [])
    withDependencies(next, graph, found)
  return found
}

const codeSplitting: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'app', tags: ['$initial'] },
    { name: landingChunk, debugName: 'landing', minShareCount: 2 },
    { name: sharedChunk, debugName: 'shared', minShareCount: 6 },
    { name: smallChunk, debugName: 'small', minShareCount: 2, maxModuleSize: 4_000 },
  ],
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
        'wasm/openjpeg_nowasm_fallback.js',
      ].map((src) => ({
        src: `../node_modules/pdfjs-dist/${src}`,
        dest: `assets/pdfjs-${pdfjs.version}`,
        rename: { stripBase: 2 },
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
  },
})
