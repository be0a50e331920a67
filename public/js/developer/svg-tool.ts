/** The SVG colour converter (S-028): paste a drawing, give its colours another value or currentColor, copy the result. */
import { flash } from '../flash.ts'
import { el, uid } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { showLayer } from '../popup/layers.ts'
import { cleanSvg, coloursOf, recolour, svgText } from './svg-clean.ts'

const CURRENT = 'currentColor'

function labelled(label: string, control: HTMLElement, id: string): HTMLElement {
  control.id = id
  return el('div', { class: 'field' }, el('label', { class: 'form-label', for: id }, label), control)
}

function view(theme: 'light' | 'dark', label: string): HTMLElement {
  return el('div', { class: `svg-view svg-view--${theme}`, role: 'img', 'aria-label': label })
}

/** One colour of the drawing, with what becomes of it. */
function colourRow(colour: string, changed: (replacement: string | null) => void): HTMLElement {
  const swatch = el('span', { class: 'svg-swatch' })
  swatch.style.setProperty('--hue', colour)
  const choice = el(
    'select',
    { class: 'form-select', 'aria-label': `Wat ${colour} wordt` },
    el('option', { value: 'keep' }, 'Zo laten'),
    el('option', { value: 'current' }, CURRENT),
    el('option', { value: 'other' }, 'Andere kleur'),
  )
  const other = el('input', { class: 'form-control', type: 'color', 'aria-label': `Andere kleur voor ${colour}` })
  other.hidden = true
  const tell = () => {
    other.hidden = choice.value !== 'other'
    changed({ keep: null, current: CURRENT, other: other.value }[choice.value] ?? null)
  }
  choice.addEventListener('change', tell)
  other.addEventListener('input', tell)
  return el('div', { class: 'svg-colour' }, swatch, el('code', { class: 'small trunc' }, colour), choice, other)
}

function body(id: string): HTMLElement {
  const source = el('textarea', { class: 'form-control', rows: 12, spellcheck: 'false', autofocus: true })
  const result = el('textarea', { class: 'form-control', rows: 8, readonly: true, spellcheck: 'false' })
  const problem = el('p', { class: 'field-error', role: 'alert' })
  problem.hidden = true
  const colours = el('div', { class: 'stack-sm', 'data-svg-colours': true })
  const light = view('light', 'Voorbeeld op licht')
  const dark = view('dark', 'Voorbeeld op donker')
  const all = el('button', { class: 'btn', type: 'button' }, `Alles naar ${CURRENT}`)
  const copyButton = el('button', { class: 'btn btn-primary', type: 'button' }, 'Kopiëren')
  const replacements = new Map<string, string>()
  let drawing: SVGElement | null = null

  const draw = () => {
    const shown = drawing && recolour(drawing, replacements)
    for (const box of [light, dark]) box.replaceChildren(...(shown ? [shown.cloneNode(true)] : []))
    result.value = shown ? svgText(shown) : ''
    copyButton.disabled = shown === null
    all.disabled = shown === null
  }
  const read = () => {
    replacements.clear()
    drawing = source.value.trim() === '' ? null : cleanSvg(source.value)
    problem.hidden = drawing !== null || source.value.trim() === ''
    problem.textContent = problem.hidden ? '' : 'Dit is geen SVG-tekening.'
    const rows = (drawing ? coloursOf(drawing) : []).map((colour) =>
      colourRow(colour, (replacement) => {
        if (replacement === null) replacements.delete(colour)
        else replacements.set(colour, replacement)
        draw()
      }),
    )
    colours.replaceChildren(...rows)
    draw()
  }
  source.addEventListener('input', read)
  all.addEventListener('click', () => {
    for (const choice of colours.querySelectorAll('select')) {
      choice.value = 'current'
      choice.dispatchEvent(new Event('change'))
    }
  })
  copyButton.addEventListener('click', () => {
    result.select()
    navigator.clipboard.writeText(result.value).then(
      () => flash('SVG gekopieerd naar klembord', 'success'),
      () => flash('Kopiëren is hier niet toegestaan. De tekst is geselecteerd: druk op Ctrl+C.', 'warning'),
    )
  })
  draw()
  return el(
    'div',
    { class: 'popup-body svg-tool' },
    el(
      'section',
      { class: 'stack' },
      labelled('SVG', source, `${id}-source`),
      problem,
      el('h3', { class: 'section-title' }, 'Kleuren'),
      colours,
      el('div', {}, all),
    ),
    el(
      'section',
      { class: 'stack' },
      el('div', { class: 'svg-views' }, light, dark),
      labelled('Resultaat', result, `${id}-result`),
      el('div', {}, copyButton),
    ),
  )
}

/** Opens the converter; there is one at a time. */
export function openSvgTool(): void {
  if (document.querySelector('[data-svg-tool]')) return
  const id = `svg-${uid()}`
  const close = el(
    'button',
    {
      class: 'icon-btn',
      type: 'button',
      'data-popup-close': true,
      'aria-label': 'Sluiten (Esc)',
      title: 'Sluiten (Esc)',
    },
    icon('close'),
  )
  const head = el(
    'header',
    { class: 'popup-head' },
    el('h2', { class: 'popup-title grow', id: `${id}-title` }, 'SVG-kleuren'),
    el('div', { class: 'popup-tools' }, close),
  )
  showLayer(
    el(
      'dialog',
      { class: 'popup popup--full', 'data-svg-tool': true, 'aria-labelledby': `${id}-title` },
      el('div', { class: 'popup-box' }, head, body(id)),
    ),
  )
}
