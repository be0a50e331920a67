import { readFileSync } from 'node:fs'
import { join, normalize, posix } from 'node:path'
import ejs, { type TemplateFunction } from 'ejs'
import { escapeHtml } from '../format/escape.ts'

type Locals = Record<string, unknown>
type Include = (path: string, data?: Locals) => string

interface View {
  filename: string
  source: string
  /** The words of its code, some of which name locals. */
  words: string[]
  /** The view compiled for each set of locals it is drawn with, by which of its words they have. */
  drawings: Map<string, TemplateFunction>
  /** Includes of this view by the path it names them with. */
  includes: Map<string, string>
}

/**
 * The EJS views below a folder, by their path without extension. Each is compiled once per set of locals it names, since
 * it does not change while the server runs: with the names known its locals become variables, where EJS would else wrap
 * the view in a `with`, which V8 does not optimise. EJS's own include would look for its file on disk every time, which
 * costs more than drawing it.
 */
export class CompiledViews {
  readonly #root: string
  readonly #views = new Map<string, View>()
  readonly #reload: boolean

  constructor(root: string, options: { reload?: boolean } = {}) {
    this.#root = root
    this.#reload = options.reload ?? false
  }

  /** The view as HTML; `locals` are its own from here on. */
  draw(name: string, locals: Locals): string {
    const view = this.#view(name)
    const include: Include = (path, data) => {
      let target = view.includes.get(path)
      // A path with a slash in front counts from `views/`, any other from the folder of the view that names it.
      if (target === undefined) view.includes.set(path, (target = resolve(name, path)))
      return this.draw(target, { ...locals, ...data })
    }
    // A local of that name comes before EJS's own.
    locals.include = include
    let key = ''
    for (const word of view.words) key += Object.hasOwn(locals, word) ? '1' : '0'
    let draw = view.drawings.get(key)
    if (!draw) view.drawings.set(key, (draw = compile(view, locals)))
    return draw(locals)
  }

  /** The view as it was written. */
  source(name: string): string {
    return this.#view(name).source
  }

  #view(name: string): View {
    const known = this.#views.get(name)
    if (known && !this.#reload) return known
    const filename = join(this.#root, `${name}.ejs`)
    const source = readFileSync(filename, 'utf8')
    const view = { filename, source, words: wordsOf(source), drawings: new Map(), includes: new Map() }
    this.#views.set(name, view)
    return view
  }
}

/** Words that cannot name a variable; such a local is reached as `locals.class`. */
const RESERVED = new Set(['class', 'default', 'delete', 'for', 'function', 'if', 'in', 'new', 'return', 'this', 'var'])

/** Every word of a view's code that could be the name of a local: more than are, but never fewer. */
function wordsOf(source: string): string[] {
  const code = [...source.matchAll(/<%(?!#)([\s\S]*?)%>/g)].map(([, inside]) => inside).join(' ')
  const words = code.match(/(?<![\w$]|(?<!\.\.)\.)[A-Za-z_$][\w$]*/g) ?? []
  return [...new Set(['include', ...words])].filter((word) => !RESERVED.has(word))
}

/** As EJS's own, which looks at every letter of a text. */
function escape(value: string | number | boolean | null | undefined): string {
  return value === undefined || value === null ? '' : escapeHtml(String(value))
}

function compile({ filename, source, words }: View, locals: Locals): TemplateFunction {
  const options: ejs.Options & { async: false; client: false; unsafePrototypeLocals: boolean } = {
    filename,
    async: false,
    client: false,
    escape,
    _with: false,
    destructuredLocals: words.filter((word) => Object.hasOwn(locals, word)),
    // The locals are ours and used as they are; EJS would copy them for every view.
    unsafePrototypeLocals: true,
  }
  // In a block of its own a view may declare what a local is called too, as inside `with`.
  return ejs.compile(`<%{%>${source}<%}%>`, options)
}

function resolve(from: string, path: string): string {
  const target = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path)
  const name = normalize(target)
  if (name.startsWith('..')) throw new Error(`${from} includes ${path}, which is not a view`)
  return name
}
