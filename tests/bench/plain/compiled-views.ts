import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ejs, { type TemplateFunction } from 'ejs'

/** Views as EJS compiles and includes them by itself, each kept under its name. */
export class CompiledViews {
  readonly #root: string
  readonly #views = new Map<string, TemplateFunction>()

  constructor(root: string) {
    this.#root = root
  }

  draw(name: string, locals: Record<string, unknown>): string {
    let draw = this.#views.get(name)
    if (!draw) {
      const filename = join(this.#root, `${name}.ejs`)
      draw = ejs.compile(readFileSync(filename, 'utf8'), { filename, root: this.#root, cache: true })
      this.#views.set(name, draw)
    }
    return draw(locals)
  }
}
