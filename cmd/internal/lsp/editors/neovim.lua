-- ruledeck in Neovim: put this into init.lua, or into lua/ruledeck.lua with require("ruledeck").
vim.api.nvim_create_autocmd("FileType", {
  pattern = { "yaml", "lua" },
  callback = function(event)
    local path = vim.api.nvim_buf_get_name(event.buf)
    -- The folder of the pack: that of the pack.yaml above, or where the game's scripts and
    -- scenarios lie beside its cards.
    local root = vim.fn.findfile("pack.yaml", vim.fn.fnamemodify(path, ":h") .. ";")
    root = root ~= "" and vim.fn.fnamemodify(root, ":p:h") or vim.fn.getcwd()
    local config = { name = "ruledeck", cmd = { "PROGRAM", "lsp" }, root_dir = root }
    if vim.lsp.start then
      vim.lsp.start(config, { bufnr = event.buf })
    else -- before 0.8
      ruledeck_clients = ruledeck_clients or {}
      ruledeck_clients[root] = ruledeck_clients[root] or vim.lsp.start_client(config)
      vim.lsp.buf_attach_client(event.buf, ruledeck_clients[root])
    end
    vim.bo[event.buf].omnifunc = "v:lua.vim.lsp.omnifunc" -- <C-x><C-o> completes
    local function key(keys, run) vim.keymap.set("n", keys, run, { buffer = event.buf }) end
    key("K", vim.lsp.buf.hover)
    key("gd", vim.lsp.buf.definition)
    key("gr", vim.lsp.buf.references)
    key("<leader>rn", vim.lsp.buf.rename)
    key("<leader>ca", vim.lsp.buf.code_action)
    key("<leader>cl", function() vim.lsp.codelens.refresh() vim.lsp.codelens.run() end)
  end,
})
