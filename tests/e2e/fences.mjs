/** Blocks fenced as `mongosh` in the HTML of documentation tools, and the code in each. */

const JAVASCRIPT = `<span class="nx">print</span><span class="p">(</span><span class="s2">"fenced"</span><span class="p">)</span>`;

export const CODE = 'print("fenced")';

/** @type {[string, string][]} each a tool, with what it has made of a block */
export const FENCES = [
  [
    "mdBook",
    `<pre><code class="language-mongosh">print("fenced")
</code></pre>`,
  ],
  [
    "mdBook with its scripts",
    `<pre><div class="buttons"><button class="fa fa-copy clip-button" title="Copy to clipboard"><i class="tooltiptext"></i></button></div><code class="language-mongosh hljs">print(<span class="hljs-string">"fenced"</span>)
</code></pre>`,
  ],
  [
    "MkDocs",
    `<div class="language-mongosh highlight"><pre id="__code_0"><span></span><button class="md-clipboard md-icon" title="Copy to clipboard" data-clipboard-target="#__code_0 > code"></button><code>${JAVASCRIPT}
</code></pre></div>`,
  ],
  [
    "MkDocs with line numbers",
    `<div class="language-mongosh highlight"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre><span></span><span class="normal">1</span></pre></div></td><td class="code"><div><pre><span></span><code>${JAVASCRIPT}
</code></pre></div></td></tr></table></div>`,
  ],
  [
    "MkDocs with Material 9.7's buttons",
    `<div class="language-mongosh highlight"><pre><span></span><nav class="md-code__nav"><button class="md-code__button" title="Copy"></button></nav><code>${JAVASCRIPT}
</code></pre></div>`,
  ],
  [
    "Sphinx",
    `<div class="highlight-mongosh notranslate"><div class="highlight"><pre><span></span>print("fenced")
</pre></div>
</div>`,
  ],
  [
    "Sphinx with :linenos:",
    `<div class="highlight-mongosh notranslate"><div class="highlight"><pre><span></span><span class="linenos">1</span>print("fenced")
</pre></div>
</div>`,
  ],
  [
    "Sphinx with line numbers in a table",
    `<div class="highlight-mongosh notranslate"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre><span class="normal">1</span></pre></div></td><td class="code"><div class="highlight"><pre><span></span>print("fenced")
</pre></div></td></tr></table></div>`,
  ],
  [
    "VitePress",
    `<div class="language-mongosh vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">mongosh</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>print("fenced")</span></span></code></pre></div>`,
  ],
  [
    "VitePress with line numbers",
    `<div class="language-mongosh vp-adaptive-theme line-numbers-mode"><button title="Copy Code" class="copy"></button><span class="lang">mongosh</span><pre class="shiki vp-code" tabindex="0"><code><span class="line"><span>print("fenced")</span></span></code></pre><div class="line-numbers-wrapper" aria-hidden="true"><span class="line-number">1</span><br></div></div>`,
  ],
  [
    "Docusaurus",
    `<div class="language-mongosh codeBlockContainer_Ckt0 theme-code-block" style="--prism-color:#393A34"><div class="codeBlockContent_QJqH"><pre tabindex="0" class="prism-code language-mongosh codeBlock_bY9V thin-scrollbar"><code class="codeBlockLines_e6Vv"><span class="token-line" style="color:#393A34"><span class="token plain">print("fenced")</span><br></span></code></pre><div class="buttonGroup_M5ko"><button type="button" aria-label="Copy code to clipboard" class="clean-btn"><span class="copyButtonIcons_IEyt" aria-hidden="true"></span></button></div></div></div>`,
  ],
  [
    "Hugo",
    `<pre tabindex="0"><code class="language-mongosh" data-lang="mongosh">print("fenced")
</code></pre>`,
  ],
  [
    "Hugo with line numbers",
    `<div class="highlight mongosh"><div style="color:#f8f8f2"><table style="border-spacing:0"><tr><td><pre tabindex="0"><code><span style="user-select:none">1
</span></code></pre></td>
<td style="width:100%"><pre tabindex="0"><code class="language-js" data-lang="js"><span style="display:flex;"><span>print(<span style="color:#e6db74">"fenced"</span>)
</span></span></code></pre></td></tr></table></div></div>`,
  ],
  ["pandoc", `<pre class="mongosh"><code>print("fenced")</code></pre>`],
  [
    "pandoc with line numbers",
    `<div class="sourceCode" id="cb2"><pre class="sourceCode numberSource mongosh numberLines"><code class="sourceCode"><span id="cb2-1"><a href="#cb2-1"></a>print("fenced")</span></code></pre></div>`,
  ],
  [
    "Quarto",
    `<div class="code-copy-outer-scaffold"><div class="sourceCode" id="cb1"><pre class="sourceCode mongosh code-with-copy"><code class="sourceCode mongosh"><span id="cb1-1"><a href="#cb1-1" aria-hidden="true" tabindex="-1"></a>print("fenced")</span></code></pre></div><button title="Copy to Clipboard" class="code-copy-button"><i class="bi"></i></button></div>`,
  ],
];
