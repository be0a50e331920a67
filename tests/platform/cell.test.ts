import { load } from 'cheerio'
import { beforeEach, describe, expect, it } from 'vitest'
import { cell } from '../../src/platform/format/cell.ts'
import { drawIconsFrom, icon, iconSheet, iconsIn } from '../../src/platform/format/icons.ts'
import type { TableModel } from '../../src/platform/screens/models.ts'

const nasty = `<img src=x onerror="alert('1')"> & co`

describe('a table cell', () => {
  it('escapes everything that comes from a record', () => {
    const html = cell({
      text: nasty,
      sub: nasty,
      phone: nasty,
      popup: `/x?q=${nasty}`,
      tags: [nasty],
      avatar: '<b>',
      status: { label: nasty, css: `"><script>` },
    })
    const $ = load(html)
    expect($('img, script, b').length).toBe(0)
    expect($('a').text()).toBe(nasty)
    expect($('a').attr('href')).toBe(`/x?q=${nasty}`)
    expect($('.tag').text()).toBe(nasty)
  })

  it('links mail and telephone', () => {
    expect(cell({ mail: 'a@b.example' })).toBe('<a href="mailto:a@b.example">a@b.example</a>')
    expect(load(cell({ tel: '06 1234 5601' }))('a').attr('href')).toBe('tel:0612345601')
  })

  it('carries a chosen colour as data, which the CSP allows', () => {
    const pill = load(cell({ status: { label: 'Eigen', css: '#d9480f' } }))('.status')
    expect(pill.attr('data-hue')).toBe('#d9480f')
    expect(pill.attr('style')).toBeUndefined()
  })

  it('draws nothing for nothing', () => {
    expect(cell(null)).toBe('')
    expect(cell('')).toBe('')
    expect(cell(0)).toBe('0')
  })
})

describe('the rows of a table', () => {
  const table = {
    selectable: true,
    columns: [{ label: 'Naam', sort: null, sorted: 'none', kind: 'main' }],
    rows: [
      {
        id: 7,
        cells: [nasty],
        open: '/contact/view/7',
        css: null,
        actions: [{ label: nasty, icon: 'trash', kind: 'post', url: "/x?'" }],
      },
    ],
  } as unknown as TableModel

  it('name the row where a screen reader needs it, and keep its menu intact', () => {
    const $ = load(`<table>${cell.rows(table)}</table>`)
    expect($('img').length).toBe(0)
    expect($('input').attr('aria-label')).toBe(`${nasty} selecteren`)
    expect($('tr').attr('data-open')).toBe('/contact/view/7')
    expect(JSON.parse($('[data-menu]').attr('data-menu')!)).toEqual(table.rows[0]!.actions)
  })
})

describe('icon', () => {
  // Another test file of this process may have read a build with a sheet.
  beforeEach(() => drawIconsFrom(null))

  it('draws an outline icon for the eye alone', () => {
    expect(icon('x', 'ic-sm')).toBe(
      '<svg class="ic ic-sm" viewBox="0 0 24 24" aria-hidden="true"><path d="M18 6l-12 12"/><path d="M6 6l12 12"/></svg>',
    )
  })

  it('refuses a name that is none', () => {
    expect(() => icon('../../../package')).toThrow('cannot be the name of an icon')
    expect(() => icon('no-such-icon')).toThrow()
  })

  it('refers to the sheet for what that has', () => {
    const names = iconsIn(`const other = 'user'\nconst row = { icon: open ? 'x' : "trash", css: 'no-such-icon' }`)
    expect(names).toEqual(['x', 'trash'])
    expect(iconSheet(names)).toContain('<symbol id="x" viewBox="0 0 24 24"><path d="M18 6l-12 12"/>')
    drawIconsFrom({ url: '/assets/icons.svg', names: new Set(names) })
    expect(icon('x')).toBe('<svg class="ic" aria-hidden="true"><use href="/assets/icons.svg#x"/></svg>')
    expect(icon('user')).toContain('<path')
  })
})
