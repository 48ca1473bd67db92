-- nvim --headless -u INIT -i NONE -n -c "luafile session.lua" CONTRACT
-- Sits before Neovim's own LSP client as a user does and prints as JSON what there was to see.
local PATIENCE = 20000

local function wait(what, probe)
  assert(vim.wait(PATIENCE, probe, 50), "waited in vain for " .. what)
end

local function diagnostics()
  local found = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, { line = each.lnum + 1, byte = each.col, code = each.code, message = each.message, source = each.source })
  end
  table.sort(found, function(a, b) return a.line < b.line or (a.line == b.line and a.byte < b.byte) end)
  return found
end

-- Puts the cursor a little inside of `words`, in the first line that begins with `start` and has them.
local function go_to(start, words)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local at = line:find(words, 1, true)
    if at and vim.startswith(line, start) then
      vim.api.nvim_win_set_cursor(0, { number, at + 1 })
      return
    end
  end
  error("no line that begins with " .. start .. " has " .. words)
end

local function hover()
  local clients = vim.lsp.get_clients({ bufnr = 0 })
  local answer = clients[1]:request_sync("textDocument/hover", vim.lsp.util.make_position_params(0, clients[1].offset_encoding), PATIENCE, 0)
  return assert(answer and answer.result, "no hover").contents.value
end

local function session()
  local seen = { filetype = vim.bo.filetype }
  wait("findings", function() return #vim.diagnostic.get(0) > 0 end)
  seen.diagnostics = diagnostics()

  go_to("7.2 ", "Confidential Information")
  seen.hover = hover()

  go_to("2.2 ", "clause 2.3")
  local before = vim.api.nvim_win_get_cursor(0)
  vim.lsp.buf.definition()
  wait("the jump", function() return not vim.deep_equal(vim.api.nvim_win_get_cursor(0), before) end)
  seen.landed = vim.api.nvim_get_current_line()

  go_to("3.1 ", "Delivery Date.")
  vim.cmd("normal! A See clause 99.")
  local function on_99()
    return vim.iter(vim.diagnostic.get(0)):any(function(each) return each.message:find("99", 1, true) ~= nil end)
  end
  wait("a finding on what was typed", on_99)
  vim.cmd("normal! u")
  wait("the finding to go", function() return not on_99() end)
  seen.left = diagnostics()

  for _, client in ipairs(vim.lsp.get_clients()) do client:stop() end
  wait("the server to end", function() return #vim.lsp.get_clients() == 0 end)
  return seen
end

local ok, result = xpcall(session, debug.traceback)
if not ok then
  io.stderr:write(result .. "\n")
  vim.cmd("cquit 1")
end
io.stdout:write(vim.json.encode(result) .. "\n")
vim.cmd("qall!")
