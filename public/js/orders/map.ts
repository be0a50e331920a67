/**
 * The map above a list: places as circles over the outline of the Netherlands, and the same beside it as a list. All that it
 * draws comes from this installation.
 */
import {
  type CircleMarker,
  type LayerGroup,
  type Map as Leaflet,
  circleMarker,
  control,
  layerGroup,
  map,
  polygon,
} from 'leaflet'
import 'leaflet/dist/leaflet.css'
import type { MapModel } from '../../../src/platform/screens/table/table-map.contract.ts'
import '../../css/map.css'
import { el } from '../lib/dom.ts'
import { fetchJson, isFailure } from '../lib/request.ts'
import { opensOf, slowOf } from '../table/slow.ts'
import outline from './netherlands.json?raw'

type Place = MapModel['places'][number]

interface Drawn {
  map: Leaflet
  circles: LayerGroup
  list: HTMLElement
  /** The newest question; an older answer that comes later is not drawn. */
  turn: number
}

const drawn = new WeakMap<HTMLElement, Drawn>()
const COUNTRY: [[number, number], [number, number]] = [
  [50.7, 3.3],
  [53.6, 7.25],
]

function begin(place: HTMLElement): Drawn {
  const canvas = el('div', { class: 'map-canvas', role: 'application', 'aria-label': 'Kaart van Nederland' })
  const list = el('div', { class: 'map-list' })
  place.replaceChildren(canvas, list)
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const own = map(canvas, {
    attributionControl: false,
    zoomControl: false,
    // The country fills what there is, whatever the size of the window.
    zoomSnap: 0.25,
    minZoom: 6,
    maxZoom: 14,
    zoomAnimation: !calm,
    fadeAnimation: !calm,
    maxBounds: [
      [49.5, 1],
      [54.8, 9.5],
    ],
  })
  own.fitBounds(COUNTRY)
  control.zoom({ zoomInTitle: 'Inzoomen', zoomOutTitle: 'Uitzoomen' }).addTo(own)
  for (const ring of JSON.parse(outline) as [number, number][][])
    polygon(ring, { className: 'map-land', interactive: false }).addTo(own)
  const state: Drawn = { map: own, circles: layerGroup().addTo(own), list, turn: 0 }
  let zoom = own.getZoom()
  own.on('zoomend', () => {
    if (own.getZoom() === zoom) return
    zoom = own.getZoom()
    void load(place, state)
  })
  drawn.set(place, state)
  return state
}

const urlOf = (place: HTMLElement, zoom: number): string => {
  const table = place.closest<HTMLElement>('[data-table]')!
  const form = table.querySelector<HTMLFormElement>('form[data-filters]')!
  const fields = [...new FormData(form)].filter(([, value]) => value !== '') as [string, string][]
  return `${table.dataset.url!}?${new URLSearchParams([...fields, ['map', '1'], ['zoom', String(zoom)]]).toString()}`
}

async function load(place: HTMLElement, state: Drawn): Promise<void> {
  const turn = ++state.turn
  try {
    const model = await fetchJson<MapModel>(urlOf(place, state.map.getZoom()))
    if (turn === state.turn) draw(place, state, model)
  } catch (error) {
    if (!isFailure(error)) throw error
    const slow = slowOf(error)
    if (!slow || turn !== state.turn) return
    // What was there is not what the list shows now.
    state.circles.clearLayers()
    const opens = el('div', { class: 'row-flex wrap' }, ...opensOf(slow))
    state.list.replaceChildren(el('p', { role: 'alert', 'data-slow': true }, slow.message), opens)
  }
}

const countText = (count: number) => `${count} ${count === 1 ? 'order' : 'orders'}`
const nameOf = ({ city, isAround }: Place) => `${city ?? 'Onbekende plaats'}${isAround ? ' e.o.' : ''}`

function itemsOf({ items, count }: Place): HTMLElement {
  const more = count - items.length
  return el(
    'ul',
    { class: 'map-items' },
    ...items.map(({ label, text, href }) => el('li', {}, el('a', { href, 'data-popup': true }, label), ` ${text}`)),
    more > 0 ? el('li', { class: 'muted' }, `en nog ${more}`) : null,
  )
}

/** A bigger circle for more orders, up to a size that still leaves its neighbours in view. */
const radiusOf = (count: number) => Math.min(8 + Math.sqrt(count), 20)

function circleOf(place: Place): CircleMarker {
  const circle = circleMarker([place.latitude, place.longitude], {
    radius: radiusOf(place.count),
    className: 'map-circle',
  })
  const popup = el('div', {}, el('b', {}, nameOf(place)), itemsOf(place))
  circle.bindPopup(popup, { maxHeight: 240, closeButton: false })
  if (place.count > 1)
    circle.bindTooltip(String(place.count), { permanent: true, direction: 'center', className: 'map-count' })
  return circle
}

function draw(place: HTMLElement, state: Drawn, { places, without, isMore }: MapModel): void {
  state.circles.clearLayers()
  const rows = places.map((one) => {
    const circle = circleOf(one).addTo(state.circles)
    const button = el('button', { type: 'button', class: 'linklike' }, nameOf(one))
    button.addEventListener('click', () => {
      state.map.setView([one.latitude, one.longitude], Math.max(state.map.getZoom(), 9))
      circle.openPopup()
    })
    return el('li', {}, el('details', {}, el('summary', {}, button, ` (${one.count})`), itemsOf(one)))
  })
  const table = place.closest<HTMLElement>('[data-table]')!
  const told = [
    places.length === 0
      ? el('p', { class: 'muted' }, 'Van geen van deze orders is bekend waar het adres ligt.')
      : el('ul', { 'aria-label': 'Orders per plaats' }, ...rows),
    isMore ? el('p', { class: 'muted' }, 'Alleen de plaatsen met de meeste orders staan op de kaart.') : null,
    without === 0
      ? null
      : el('p', {}, el('a', { href: `${table.dataset.url!}?place=-` }, `Zonder plaats (${without})`)),
  ]
  state.list.replaceChildren(...told.filter((part) => part !== null))
  const total = places.reduce((sum, { count }) => sum + count, 0)
  state.list.setAttribute('aria-label', `${countText(total)} op de kaart`)
}

/** Draws what the list shows now; the first time the map with it. */
export async function showMap(place: HTMLElement): Promise<void> {
  const state = drawn.get(place) ?? begin(place)
  // It may have been hidden, or the window of another size, when it was drawn last.
  state.map.invalidateSize()
  await load(place, state)
}
