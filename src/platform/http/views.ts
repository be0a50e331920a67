import { ROLE } from '../access/roles.ts'
import { CompiledViews } from '../fast/compiled-views.ts'
import { cell } from '../format/cell.ts'
import { formatters } from '../format/format.ts'
import { icon } from '../format/icons.ts'

const globals = { icon, cell, fmt: formatters, ROLE }

/** Renders the EJS views below `views/`. */
export class Views {
  readonly #compiled: CompiledViews

  constructor(root: string, options: { reload?: boolean } = {}) {
    this.#compiled = new CompiledViews(root, options)
  }

  /**
   * @param name path below `views/` without extension: 'relations/contacts/view'
   * @param locals what the view may name; icon(), cell(), fmt and ROLE are always there
   */
  render(name: string, locals: object): string {
    return this.#compiled.draw(name, { ...globals, ...locals })
  }

  /** The view as it was written. */
  source(name: string): string {
    return this.#compiled.source(name)
  }
}
