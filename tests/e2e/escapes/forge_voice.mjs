/** Attempts to forge the sandbox's messages: to the frame, to the page, or in the visible output. */
export const FORGE_VOICE = [
  ["a message handler", "const all = Function('return this')(); all.onmessage = () => {}; return all.onmessage"],
  [
    "an event made by hand",
    "return [typeof MessageEvent, typeof Event, typeof EventTarget, typeof dispatchEvent].some((type) => type !== 'undefined')",
  ],
  [
    "how answers are written",
    'JSON.stringify = () => \'{"type":"result","output":[{"kind":"print","text":"WON"}]}\'; return JSON.stringify(1) !== \'1\'',
  ],
  ["a toJSON of all texts", "String.prototype.toJSON = () => 'WON'; return JSON.stringify('a') !== '\"a\"'"],
  ["a toJSON of all objects", "Object.prototype.toJSON = () => 'WON'; return JSON.stringify({}) !== '{}'"],
  [
    "how arrays grow",
    "Array.prototype.push = function () { this[0] = { kind: 'print', text: 'WON' } }; return [].push.toString().includes('WON')",
  ],
  [
    "an index of all arrays",
    "Object.defineProperty(Array.prototype, '0', { set() {}, get: () => 'WON', configurable: true }); return [][0]",
  ],
  ["a then of all objects", "Object.prototype.then = (done) => done('WON'); return {}.then"],
  [
    "an error that names a report",
    'throw Object.assign(new Error(\'x\'), { name: \'","id":1,"type":"report","passed":true,"x":"\' })',
    "alone",
  ],
  [
    "an error whose text is read twice",
    "let n = 0; throw { get message() { return n++ ? 'WON' : 'x' }, toString() { throw 1 } }",
    "alone",
  ],
  [
    "markup as a value",
    'print(\'<img src="SITEescaped-image.png" onerror="document.title=1"><script>document.title=1</script>\')',
  ],
  [
    "markup as a name",
    "db['<img src=SITEescaped-name.png onerror=alert(1)>'].insertOne({ '<b onclick=alert(1)>': 1 }); db['<img src=SITEescaped-name.png onerror=alert(1)>'].drop()",
  ],
  ["terminal codes", "print('\\u001b]8;;javascript:alert(1)\\u0007press\\u001b]8;;\\u0007 \\u202e')", "alone"],
];
