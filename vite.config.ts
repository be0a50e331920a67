import { readdir, readFile, writeFile } from 'node:fs/promises'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { PurgeCSS } from 'purgecss'
import { defineConfig, type Plugin } from 'vite'
import { iconSheet, iconsIn } from './src/platform/format/icons.ts'

/** Everything that can name a class: the views, the code that writes markup, and the declarations that choose a status. */
const MARKUP = ['views/**/*.ejs', 'public/js/**/*.ts', 'islands/**/*.{ts,tsx}', 'src/**/*.ts']

/**
 * Cuts the stylesheet to the rules that some markup can use: Tabler is 640 kB, of which a few percent are. Runs before
 * the file gets its hash, so that a view that starts to use a class also changes the address of the stylesheet.
 */
function cutStylesheet(): Plugin {
  return {
    name: 'cut-stylesheet',
    apply: 'build',
    async transform(code, id) {
      if (!/\/public\/css\/(app|areas)\.css$/.test(id)) return null
      const files = globSync(MARKUP)
      for (const file of files) this.addWatchFile(resolve(file))
      // With `legend + *` every element that is added beside others makes the browser judge all that is in those anew.
      const raw = code.replace(/legend\s*\+\s*\*/, 'fieldset > :is(div, label, p)')
      const [cut] = await new PurgeCSS().purge({
        content: files,
        css: [{ raw }],
        keyframes: true,
        variables: true,
        safelist: {
          // composed in views and scripts: st-<status>, popup--<size>, col-<span> …
          greedy: [/^(st|hue|col|span|due|is|has|ts|cal|chart)-/, /^(popup|flash|note)--/],
          // our own are also read by scripts and by stylesheets that load later
          variables: [/^--(?!tblr)/],
        },
      })
      return cut ? { code: cut.css, map: null } : null
    },
  }
}

/** One file with every icon that the server may draw, so that no answer has to bring the drawings along. */
function writeIcons(): Plugin {
  return {
    name: 'write-icons',
    apply: 'build',
    generateBundle() {
      const files = globSync(['views/**/*.ejs', 'src/**/*.ts'])
      // One after the other: a process may have fewer files open at once than there are.
      const code = files.map((file) => readFileSync(file, 'utf8'))
      const names = [...new Set(code.flatMap(iconsIn))].sort()
      this.emitFile({ type: 'asset', name: 'icons.svg', source: iconSheet(names) })
    },
  }
}

/** Writes a .br and a .gz beside every text file, so that the server never compresses the same bytes twice. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress)
  const gz = promisify(gzip)
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    // Not at the end of the build, which comes after a failed one too and would hide why it failed.
    async writeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const texts = entries.filter((entry) => entry.isFile() && /\.(js|css|svg|json)$/.test(entry.name))
      await Promise.all(
        texts.map(async (entry) => {
          const file = join(entry.parentPath, entry.name)
          const content = await readFile(file)
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
          await writeFile(`${file}.br`, await brotli(content, { params }))
          await writeFile(`${file}.gz`, await gz(content, { level: 9 }))
        }),
      )
    },
  }
}

export default defineConfig({
  plugins: [react(), cutStylesheet(), writeIcons(), precompress()],
  publicDir: false,
  base: '/assets/',
  build: {
    outDir: 'public/build',
    assetsDir: '',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // light-dark() and nesting stay as they are: rewriting them for older browsers triples the stylesheet
    cssTarget: ['chrome125', 'firefox129', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // the code editor is a chunk of its own that only its screens load
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // Where the time of a build goes is asked for when somebody wants to know.
      checks: { bundlerTimings: false },
      input: ['public/js/app.ts', 'public/js/service-worker.ts', 'public/css/app.css', 'public/css/areas.css'],
    },
  },
})
