import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The client's build. Brand settings are read from the environment at build time. */
export default defineConfig({
  root: 'client',
  envDir: '..',
  envPrefix: ['SUPPORT_', 'STREET_'],
  plugins: [react(), tailwindcss()],
  resolve: { tsconfigPaths: true },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    // Inlined fonts would be data: URLs, which the content security policy refuses.
    assetsInlineLimit: 0,
    target: 'es2022',
  },
})
