import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' }
import { defineConfig } from 'vite'
import { viteStaticCopy } from 'vite-plugin-static-copy'

/** The client's build. Brand settings are read from the environment at build time. */
export default defineConfig({
  root: 'client',
  envDir: '..',
  envPrefix: ['SUPPORT_', 'STREET_'],
  plugins: [
    react(),
    tailwindcss(),
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
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    // Inlined fonts would be data: URLs, which the content security policy refuses.
    assetsInlineLimit: 0,
    target: 'es2022',
  },
})
