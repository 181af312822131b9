/**
 * The script that hydrates React, and loads the fonts that `link[data-faces]` names (src/ui/fonts.tsx): when they are
 * loaded, they and their sheet are applied in one step, so the page is laid out once. On a first visit they are
 * requested after load and the first paint: earlier requests would share the bandwidth with the first screen, which
 * stand-in fonts of the same metrics show until then. A browser with the sheet in its cache has the fonts too, and uses
 * them at once; so does a page that hydrates at once. `bringFaces` may be called again: no font is requested twice.
 *
 * The text is the same in every page, so one CSP hash allows it. What differs is in the data block `#page`, which no
 * browser runs. Before hydration no other script is requested; links, forms and details work as HTML. It hydrates at
 * the first touch, or a moment after load, so that painting and the font requests have begun before: all at once is
 * slow on a small machine. With `saveData` it never hydrates.
 */
export const wakeScript = `(function(w,d){
var page=JSON.parse(d.getElementById('page').textContent),link=d.querySelector('link[data-faces]'),faces={},signs=['pointerdown','touchstart','keydown'],woken=false;
function load(u){return import(u)}
function wake(){
if(woken)return;woken=true;
signs.forEach(function(s){w.removeEventListener(s,wake,true)});
w.__reactRouterContext=Object.assign({},page.context,{stream:new Response(page.state).body});
page.ahead.forEach(function(u){var l=d.createElement('link');l.rel='modulepreload';l.href=u;d.head.appendChild(l)});
setTimeout(begin)
}
function begin(){
Promise.all([load(page.manifest)].concat(page.routes.map(function(r){
return Promise.all(r[1].map(load)).then(function(parts){return [r[0],Object.assign.apply(null,[{}].concat(parts))]})
}))).then(function(all){
w.__reactRouterRouteModules=Object.fromEntries(all.slice(1));
Object.values(w.__reactRouterManifest.routes).forEach(function(r){r.css=(r.css||[]).filter(function(u){return page.sheets.indexOf(u)<0})});
return load(page.entry)
}).catch(function(error){console.warn(error)})
}
w.bringFaces=function(link){
return Promise.all(JSON.parse(link.dataset.faces).map(function(f){
return faces[f[2]]=faces[f[2]]||new FontFace(f[0],'url('+f[2]+')',{weight:f[1]}).load().catch(function(error){console.warn(error)})
})).then(function(all){all.forEach(function(f){if(f)d.fonts.add(f)});link.media='all'})
};
function dress(){w.bringFaces(link)}
function known(list){
if(list.getEntriesByName(link.href).some(function(r){return r.transferSize===0&&r.decodedBodySize>0}))dress()
}
function loaded(f){d.readyState==='complete'?f():w.addEventListener('load',f,{once:true})}
function painted(f){
new PerformanceObserver(function(list,observer){
if(list.getEntriesByName('first-contentful-paint').length){observer.disconnect();rest(f,500)}
}).observe({type:'paint',buffered:true})
}
function rest(f,most){w.requestIdleCallback?w.requestIdleCallback(f,{timeout:most}):setTimeout(f,300)}
function idle(){rest(wake,4000)}
if(link){
if(page.wake==='now')dress();
new PerformanceObserver(known).observe({type:'resource',buffered:true});
loaded(function(){painted(dress)})
}
if(page.wake==='now')return wake();
var net=navigator.connection;if(net&&net.saveData)return;
signs.forEach(function(s){w.addEventListener(s,wake,{capture:true,passive:true})});
loaded(function(){setTimeout(idle,400)})
})(window,document)`

/** What the script finds in the data block. */
export interface WakeData {
  wake: 'idle' | 'now'
  /** The router's settings. */
  context: object
  /** Loader data in the router's own encoding. */
  state: string
  /** Style sheets the document has; the router must not ask for them again. */
  sheets: string[]
  /** Addresses of the manifest, of each matched route's modules, of the entry and of what the entry imports. */
  manifest: string
  routes: [id: string, modules: string[]][]
  entry: string
  ahead: string[]
}

/** JSON escaped for a script element: nothing in it ends the element or opens a comment. */
export const toDataBlock = (data: WakeData): string =>
  `<script type="application/json" id="page">${JSON.stringify(data).replace(/[<>\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}</script>`
