import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ejs, { type TemplateFunction } from 'ejs'
import { cell } from '../format/cell.ts'
import { formatters } from '../format/format.ts'
import { icon } from '../format/icons.ts'

/** Renders the EJS views below `views/`; compiled once, since they do not change while the server runs. */
export class Views {
  readonly #root: string
  readonly #compiled = new Map<string, TemplateFunction>()
  readonly #reload: boolean

  constructor(root: string, options: { reload?: boolean } = {}) {
    this.#root = root
    this.#reload = options.reload ?? false
  }

  /**
   * @param name path below `views/` without extension: 'relations/contacts/view'
   * @param locals what the view may name; icon(), cell() and fmt are always there
   */
  render(name: string, locals: object): string {
    let template = this.#compiled.get(name)
    if (!template || this.#reload) {
      const filename = join(this.#root, `${name}.ejs`)
      template = ejs.compile(readFileSync(filename, 'utf8'), {
        filename,
        root: this.#root,
        views: [this.#root],
        cache: !this.#reload,
      })
      this.#compiled.set(name, template)
    }
    return template({ icon, fmt: formatters, cell, ...locals })
  }
}
