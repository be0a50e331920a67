/**
 * Loaded before a server of the bench (`node --import`), so that it runs without the fast paths named in BENCH_WITHOUT:
 * their files are taken from `plain/`, which does the same without the bend. Production has no such switch.
 */
import { registerHooks } from 'node:module'

const without = (process.env.BENCH_WITHOUT ?? '').split(',').filter(Boolean)
const FAST = /\/src\/platform\/fast\/([\w-]+)\.ts$/

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const [, name = ''] = FAST.exec(found.url) ?? []
    // What does the same may borrow from what it stands for.
    if (!without.includes(name) || context.parentURL?.includes('/bench/plain/')) return found
    return { ...found, url: new URL(`plain/${name}.ts`, import.meta.url).href }
  },
})
