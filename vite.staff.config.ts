/**
 * The scripts and the styles of the back office and of its pay links, built apart from those of the shop: no module is shared, so pages of the shop load
 * not a byte more, and the service worker stores none of it for shoppers.
 */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkName } from './scripts/chunk-name.ts'

export default defineConfig({
  plugins: [react()],
  publicDir: false,
  build: {
    outDir: 'dist/client',
    emptyOutDir: false,
    manifest: 'staff-manifest.json',
    rollupOptions: {
      treeshake: { moduleSideEffects: [{ test: /\/schema\//, sideEffects: false }] },
      input: ['client/entry-staff.tsx', 'client/entry-pay.ts', 'client/staff/staff.css'],
      output: {
        entryFileNames: 'assets/staff-[name]-[hash:7].js',
        chunkFileNames: ({ name }) => `assets/staff-${chunkName(name)}-[hash:7].js`,
      },
    },
  },
})
